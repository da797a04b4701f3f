-- Whether a person has ever sat down is asked at each of his joins.
CREATE INDEX joins_person ON joins (person_id);
