-- Times are whole microseconds since 1970-01-01 UTC. Money and ratings are whole hundredths.
-- Ids of platforms (user, chat, thread, message) take the full 64 bits of INTEGER.

CREATE TABLE persons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
    name TEXT NOT NULL, -- as last seen
    language TEXT, -- chosen
    client_language TEXT, -- last told by a client
    appearance INTEGER NOT NULL DEFAULT 5 CHECK (appearance >= 0),
    -- Balances: changed by ledger rows alone. 10^12 is the cap, far below 2^63. A later currency is a column more.
    rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 1000000000000),
    rubles INTEGER NOT NULL DEFAULT 0 CHECK (rubles BETWEEN 0 AND 1000000000000),
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    wins INTEGER NOT NULL DEFAULT 0 CHECK (wins BETWEEN 0 AND games)
) STRICT;

-- Apart from persons, so that the platform id can be cut off and a person can later have several.
CREATE TABLE accounts (
    platform TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL UNIQUE REFERENCES persons (id), -- one each for now
    PRIMARY KEY (platform, user_id)
) STRICT, WITHOUT ROWID;

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
    persons.wins
FROM persons LEFT JOIN accounts ON accounts.person_id = persons.id;

CREATE TABLE last_options (
    person_id INTEGER NOT NULL REFERENCES persons (id),
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    language TEXT, -- chosen
    first_language TEXT, -- of the first who used the bot there
    UNIQUE (platform, chat_id)
) STRICT;

-- Of any game: `game` names it, `options` is JSON of its own.
CREATE TABLE tables (
    code TEXT PRIMARY KEY NOT NULL, -- never used again, so no row is ever deleted
    tag TEXT NOT NULL,
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    thread INTEGER,
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    place_language TEXT, -- the platform's locale of the chat
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('application', 'playing', 'finished', 'closed', 'void')),
    opener INTEGER NOT NULL REFERENCES persons (id),
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 0), -- the number of moves
    revision INTEGER NOT NULL CHECK (revision >= 1), -- the number of saves
    deadline INTEGER,
    second_at INTEGER,
    started_at INTEGER,
    ended_at INTEGER,
    note TEXT NOT NULL
) STRICT;

CREATE INDEX tables_open ON tables (platform, chat_id) WHERE status IN ('application', 'playing');
CREATE INDEX tables_ended ON tables (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE seats (
    table_code TEXT NOT NULL REFERENCES tables (code),
    position INTEGER NOT NULL CHECK (position >= 0), -- the order of play
    person_id INTEGER NOT NULL REFERENCES persons (id),
    chips INTEGER,
    open INTEGER NOT NULL CHECK (open IN (0, 1)),
    PRIMARY KEY (table_code, position)
) STRICT, WITHOUT ROWID;

-- One open seat per person, over all chats (rules 5.3).
CREATE UNIQUE INDEX seats_open ON seats (person_id) WHERE open = 1;

CREATE TABLE joins (
    id INTEGER PRIMARY KEY, -- the order they came in
    table_code TEXT NOT NULL REFERENCES tables (code),
    person_id INTEGER NOT NULL REFERENCES persons (id),
    press_id TEXT NOT NULL, -- of the first join
    UNIQUE (table_code, person_id)
) STRICT;

CREATE TABLE moves (
    table_code TEXT NOT NULL REFERENCES tables (code),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    text TEXT NOT NULL,
    digest BLOB NOT NULL,
    at INTEGER NOT NULL,
    person_id INTEGER REFERENCES persons (id),
    PRIMARY KEY (table_code, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    table_code TEXT NOT NULL REFERENCES tables (code),
    seat INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    games INTEGER NOT NULL CHECK (games >= 0),
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    rating INTEGER NOT NULL,
    rubles INTEGER NOT NULL,
    net INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    forfeited INTEGER NOT NULL CHECK (forfeited IN (0, 1)),
    PRIMARY KEY (table_code, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_person ON results (person_id);

-- Every change of a balance, in any currency. The currency is in the key, since one cause may pay in two.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    currency TEXT NOT NULL, -- rating, rubles; others may come
    amount INTEGER NOT NULL, -- what was really booked
    source TEXT NOT NULL, -- what kind of cause: a table, …
    source_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (person_id, currency, source, source_id, reason)
) STRICT;

-- Several to a table: one to a slot.
CREATE TABLE boards (
    table_code TEXT NOT NULL REFERENCES tables (code),
    slot TEXT NOT NULL,
    message INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (table_code, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE presses (
    press_id TEXT PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX presses_at ON presses (at);

-- The messages of chats without a platform behind them.
CREATE TABLE chat_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- ids only grow
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    author INTEGER, -- a user id of the platform; NULL: the bot
    body TEXT NOT NULL
) STRICT;

CREATE INDEX chat_log_chat ON chat_log (platform, chat_id, id);
