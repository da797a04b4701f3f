-- A decision after a hint is a decision, but not a best one: no lead in training comes of asking first.
-- `situations` are the different ones (own values and up card) among the last 100 decisions: few of them are not ranked.
DROP INDEX trainees_leading;
ALTER TABLE trainees ADD COLUMN situations INTEGER NOT NULL DEFAULT 0 CHECK (situations BETWEEN 0 AND 100);

INSERT INTO trainees (person_id, decisions, best)
SELECT trainings.person_id, count(*), 0
FROM decisions JOIN trainings ON trainings.id = decisions.training_id
WHERE decisions.hinted GROUP BY trainings.person_id
ON CONFLICT (person_id) DO UPDATE SET decisions = trainees.decisions + excluded.decisions;

-- The order of a hand's values is left as it came here; the next decision counts anew.
UPDATE trainees SET situations = (
    SELECT count(DISTINCT cards || '/' || up) FROM (
        SELECT decisions.cards, decisions.up
        FROM decisions JOIN trainings ON trainings.id = decisions.training_id
        WHERE trainings.person_id = trainees.person_id
        ORDER BY decisions.training_id DESC, decisions.hand DESC, decisions.turn DESC LIMIT 100
    )
);

CREATE INDEX trainees_leading ON trainees (share DESC, decisions) WHERE decisions >= 100 AND situations >= 20;
