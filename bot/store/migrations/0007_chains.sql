-- Tables that go on as long as people like are chains of records, each link a row of its own.
ALTER TABLE tables ADD COLUMN chain TEXT REFERENCES tables (code); -- the first link; NULL in rows from before
ALTER TABLE tables ADD COLUMN link INTEGER NOT NULL DEFAULT 0 CHECK (link >= 0); -- its place, from 0
ALTER TABLE tables ADD COLUMN rounds_before INTEGER NOT NULL DEFAULT 0 CHECK (rounds_before >= 0);
ALTER TABLE tables ADD COLUMN root BLOB; -- what the secrets of all links come of: never shown, in no proof

CREATE INDEX tables_chain ON tables (chain, link) WHERE chain IS NOT NULL;

-- A seat that is taken for the next link, after the seats that play in this one.
ALTER TABLE seats ADD COLUMN coming INTEGER NOT NULL DEFAULT 0 CHECK (coming IN (0, 1));

-- Units are kept in halves. They are no money and meet rubles nowhere: columns and tables of their own.
ALTER TABLE persons ADD COLUMN units INTEGER NOT NULL DEFAULT 0 CHECK (units BETWEEN -1000000000000 AND 1000000000000);
ALTER TABLE persons ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0);

DROP VIEW people;
CREATE VIEW people AS
SELECT
    persons.id,
    coalesce(accounts.platform, '') AS platform, -- '' and 0: the account was cut off
    coalesce(accounts.user_id, 0) AS user_id,
    persons.name,
    persons.language,
    persons.client_language,
    persons.appearance,
    persons.rating,
    persons.rubles,
    persons.games,
    persons.wins,
    persons.units,
    persons.rounds
FROM persons LEFT JOIN accounts ON accounts.person_id = persons.id;

-- Rounds that were played, and the half units that count for it; NULL where nothing does (`net` has what was played).
ALTER TABLE results ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0);
ALTER TABLE results ADD COLUMN units INTEGER;

-- As `counted` and `standings`, for units.
CREATE TABLE counted_rounds (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the position that a page of the leaderboard is «as of»
    table_code TEXT NOT NULL REFERENCES tables (code),
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    chat INTEGER NOT NULL REFERENCES chats (id),
    at INTEGER NOT NULL, -- the end of the link
    rounds INTEGER NOT NULL CHECK (rounds >= 1),
    units INTEGER NOT NULL,
    UNIQUE (table_code, seat)
) STRICT;

CREATE INDEX counted_rounds_person ON counted_rounds (person_id, id);

CREATE TABLE round_standings (
    person_id INTEGER NOT NULL REFERENCES persons (id),
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,
    name TEXT NOT NULL, -- a copy of the person's, by which ties are ordered
    rounds INTEGER NOT NULL,
    units INTEGER NOT NULL,
    PRIMARY KEY (person_id, scope, period)
) STRICT, WITHOUT ROWID;

CREATE INDEX round_standings_units ON round_standings (scope, period, units DESC, rounds, name, person_id);

CREATE TRIGGER persons_named_rounds AFTER UPDATE OF name ON persons WHEN old.name IS NOT new.name
BEGIN
    UPDATE round_standings SET name = new.name WHERE person_id = new.id;
END;
