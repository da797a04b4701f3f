-- A seat whose result is booked: whoever has left a game that goes on, everybody of one that has ended (rules 5.6).
ALTER TABLE seats ADD COLUMN settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1));
UPDATE seats SET settled = 1
WHERE EXISTS (SELECT 1 FROM results WHERE results.table_code = seats.table_code AND results.seat = seats.position);

-- What each seat of a staked table has, in hundredths, by seat: its chips, its own stake in play, the open bank for the
-- banker. A JSON list of integers; NULL where nothing is staked and in rows from before.
ALTER TABLE tables ADD COLUMN stacks TEXT CHECK (stacks IS NULL OR json_valid(stacks));
