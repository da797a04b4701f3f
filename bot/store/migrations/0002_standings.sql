-- Standings: the sums that leaderboards show, kept in the transaction that books the results.

-- Every counted result (rules 2.19), in the order they were booked, with what was really booked for it.
CREATE TABLE counted (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the position that a page of a leaderboard is «as of»
    table_code TEXT NOT NULL REFERENCES tables (code),
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    chat INTEGER NOT NULL REFERENCES chats (id),
    at INTEGER NOT NULL, -- the end of the game
    games INTEGER NOT NULL CHECK (games >= 1),
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    rating INTEGER NOT NULL,
    rubles INTEGER NOT NULL,
    UNIQUE (table_code, seat)
) STRICT;

CREATE INDEX counted_person ON counted (person_id, id);

-- Sums over `counted` of a person in a scope (chats.id; 0: everywhere) and a period of UTC: 'all', the month
-- 'm2026-03', the week 'w2026-03-09' by its Monday.
CREATE TABLE standings (
    person_id INTEGER NOT NULL REFERENCES persons (id),
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,
    name TEXT NOT NULL, -- a copy of the person's, by which ties are ordered
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    rating INTEGER NOT NULL,
    rubles INTEGER NOT NULL,
    PRIMARY KEY (person_id, scope, period)
) STRICT, WITHOUT ROWID;

-- A table that has results is of a chat that is known; older rows may lack it.
INSERT INTO chats (platform, chat_id)
SELECT DISTINCT platform, chat_id FROM tables WHERE status = 'finished'
ON CONFLICT (platform, chat_id) DO NOTHING;

INSERT INTO counted (table_code, seat, person_id, chat, at, games, wins, rating, rubles)
SELECT
    results.table_code,
    results.seat,
    results.person_id,
    chats.id,
    coalesce(tables.ended_at, tables.touched_at),
    results.games,
    results.wins,
    coalesce((
        SELECT amount FROM ledger
        WHERE ledger.person_id = results.person_id AND currency = 'rating' AND source = 'table'
            AND source_id = results.table_code || ':' || results.seat AND reason = 'result'
    ), 0),
    coalesce((
        SELECT amount FROM ledger
        WHERE ledger.person_id = results.person_id AND currency = 'rubles' AND source = 'table'
            AND source_id = results.table_code || ':' || results.seat AND reason = 'result'
    ), 0)
FROM results
JOIN tables ON tables.code = results.table_code
JOIN chats ON chats.platform = tables.platform AND chats.chat_id = tables.chat_id
WHERE results.games > 0
ORDER BY coalesce(tables.ended_at, tables.touched_at), results.table_code, results.seat;

-- Of weeks and months only those that can still be asked for: the newest ones that have a game, and those before.
INSERT INTO standings (person_id, scope, period, name, games, wins, rating, rubles)
WITH newest AS MATERIALIZED (
    SELECT
        CAST(strftime('%s', max(at) / 1000000, 'unixepoch', 'start of month', '-1 month') AS INTEGER) * 1000000 AS month,
        CAST(strftime('%s', max(at) / 1000000, 'unixepoch', 'start of day', 'weekday 0', '-13 days') AS INTEGER) * 1000000 AS week
    FROM counted
)
SELECT
    counted.person_id,
    scopes.every * counted.chat,
    CASE spans.span
        WHEN 'm' THEN strftime('m%Y-%m', counted.at / 1000000, 'unixepoch')
        WHEN 'w' THEN 'w' || date(counted.at / 1000000, 'unixepoch', 'weekday 0', '-6 days')
        ELSE 'all'
    END AS span,
    persons.name,
    sum(counted.games),
    sum(counted.wins),
    sum(counted.rating),
    sum(counted.rubles)
FROM counted
JOIN persons ON persons.id = counted.person_id
CROSS JOIN (SELECT 0 AS every UNION ALL SELECT 1) AS scopes
CROSS JOIN newest
CROSS JOIN (SELECT 'all' AS span UNION ALL SELECT 'm' UNION ALL SELECT 'w') AS spans
WHERE counted.at >= CASE spans.span WHEN 'm' THEN newest.month WHEN 'w' THEN newest.week ELSE counted.at END
GROUP BY 1, 2, 3;

-- One for each thing to lead in, in the order of the board: fewer games first, then the name, then the person.
CREATE INDEX standings_rating ON standings (scope, period, rating DESC, games, name, person_id);
CREATE INDEX standings_rubles ON standings (scope, period, rubles DESC, games, name, person_id);
CREATE INDEX standings_wins ON standings (scope, period, wins DESC, games, name, person_id);
CREATE INDEX standings_games ON standings (scope, period, games DESC, name, person_id);

CREATE TRIGGER persons_named AFTER UPDATE OF name ON persons WHEN old.name IS NOT new.name
BEGIN
    UPDATE standings SET name = new.name WHERE person_id = new.id;
END;

-- The messages of chats that belong to no table: leaderboards.
CREATE TABLE lists (
    slot TEXT PRIMARY KEY NOT NULL,
    message INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The highest number of a kind whose row may be gone: it is not given again.
CREATE TABLE highest (
    kind TEXT PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
