-- The games that were played in a chat or thread one after another: told of in one message when it is quiet there.
CREATE TABLE evenings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    thread INTEGER NOT NULL, -- 0: none
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    began INTEGER NOT NULL, -- the start of its first game
    since INTEGER NOT NULL, -- the end of its first game
    until INTEGER, -- the end of its last game; NULL while it goes on
    posted INTEGER NOT NULL DEFAULT 0 CHECK (posted IN (0, 1)) -- whether its message has arrived
) STRICT;

CREATE UNIQUE INDEX evenings_on ON evenings (platform, chat_id, thread) WHERE until IS NULL;
CREATE INDEX evenings_place ON evenings (platform, chat_id, thread, until);
CREATE INDEX tables_place_ended ON tables (platform, chat_id, ended_at) WHERE status = 'finished';
