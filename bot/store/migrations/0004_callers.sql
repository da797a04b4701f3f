-- Who wants to be called when a table opens in a chat.
CREATE TABLE callers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the order they came in
    person_id INTEGER NOT NULL REFERENCES persons (id),
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL,
    UNIQUE (person_id, platform, chat_id)
) STRICT;

CREATE INDEX callers_chat ON callers (platform, chat_id);
