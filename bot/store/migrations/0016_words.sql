-- Who wants to have cards in words.
ALTER TABLE persons ADD COLUMN words INTEGER NOT NULL DEFAULT 0 CHECK (words IN (0, 1));

DROP VIEW people;
CREATE VIEW people AS
SELECT
    persons.id,
    coalesce(accounts.platform, '') AS platform, -- '' and 0: the account was cut off
    coalesce(accounts.user_id, 0) AS user_id,
    persons.name,
    persons.language,
    persons.client_language,
    persons.words,
    persons.appearance,
    persons.rating,
    persons.rubles,
    persons.games,
    persons.wins,
    persons.units,
    persons.rounds
FROM persons LEFT JOIN accounts ON accounts.person_id = persons.id;
