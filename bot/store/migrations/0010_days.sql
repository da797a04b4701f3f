-- Limits of a day (rules 5.5): who was dealt cards with whom in a rated game, a row for each of the two. Kept for two days.
CREATE TABLE encounters (
    person_id INTEGER NOT NULL REFERENCES persons (id),
    at INTEGER NOT NULL, -- the end of the game
    other_id INTEGER NOT NULL REFERENCES persons (id),
    table_code TEXT NOT NULL REFERENCES tables (code),
    PRIMARY KEY (person_id, at, other_id, table_code)
) STRICT, WITHOUT ROWID;

CREATE INDEX encounters_at ON encounters (at);

INSERT INTO encounters (person_id, at, other_id, table_code)
SELECT DISTINCT a.person_id, a.at, b.person_id, a.table_code
FROM counted AS a JOIN counted AS b ON b.table_code = a.table_code AND b.person_id <> a.person_id
WHERE a.at >= (SELECT max(at) FROM counted) - 172800000000;

-- The limits hold for an account of a platform, also when its person is forgotten: a hash of the account under a key that is
-- drawn on that UTC day and deleted with it says which persons it was. Only who has been forgotten that day is here.
CREATE TABLE day_keys (
    day INTEGER PRIMARY KEY, -- days since 1970-01-01
    key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT;

CREATE TABLE day_accounts (
    day INTEGER NOT NULL REFERENCES day_keys (day) ON DELETE CASCADE,
    account BLOB NOT NULL CHECK (length(account) = 32),
    person_id INTEGER NOT NULL REFERENCES persons (id),
    PRIMARY KEY (day, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX day_accounts_account ON day_accounts (day, account);
