-- Chats whose platform has given them another id: what comes by the old one belongs to the new one.
CREATE TABLE chat_aliases (
    platform TEXT NOT NULL,
    chat_id INTEGER NOT NULL, -- as it was
    became INTEGER NOT NULL, -- as it is now: itself no alias
    PRIMARY KEY (platform, chat_id)
) STRICT, WITHOUT ROWID;
