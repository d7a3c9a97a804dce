-- The tables of docs/guide.md's reading app, and its people; `today` is a midnight.
SET timezone = 'Europe/Berlin';
CREATE FUNCTION ago(days int, more interval DEFAULT '0') RETURNS timestamptz
  RETURN TIMESTAMPTZ :'today' - make_interval(hours => 24 * days) + more;

CREATE TABLE consents (
  id bigint PRIMARY KEY, user_id text, topic text, granted boolean, answered_at timestamptz, revoked_at timestamptz,
  screen text, ip inet);
INSERT INTO consents VALUES
  (1, 'u1', 'phone', true, ago(40), NULL, 'settings-2', '192.0.2.1'),
  (2, 'u2', 'phone', false, ago(40), NULL, 'settings-2', '192.0.2.2'),
  (3, 'u3', 'phone', true, ago(10), NULL, 'settings-2', '192.0.2.3'),
  (4, 'u4', 'phone', true, ago(40), NULL, 'settings-2', '192.0.2.4'),
  (5, 'u5', 'phone', true, ago(60), ago(50), 'settings-2', '192.0.2.5');

-- In local time, without a zone.
CREATE TABLE link_log (user_id text, provider text, event text, created_at timestamp);
INSERT INTO link_log VALUES
  ('u1', 'phone', 'linked', ago(30, '12 hours 0.5 seconds')),
  ('u2', 'phone', 'linked', ago(30, '12 hours')),
  ('u3', 'phone', 'linked', ago(30, '12 hours')),
  ('u5', 'phone', 'linked', ago(30, '12 hours')),
  ('u6', 'google.com', 'linked', ago(30, '12 hours')),
  ('u7', 'phone', 'linked', ago(30, '12 hours')),
  ('u7', 'phone', 'unlinked', ago(20, '12 hours'));

CREATE TABLE deletion_queue (
  id bigint PRIMARY KEY, user_id text, status text, has_apple boolean, requested_at timestamptz,
  finished_at timestamptz, note text);
INSERT INTO deletion_queue VALUES
  (51, 'd1', 'done', true, ago(9), ago(9, '1 minute'), NULL),
  (52, 'd2', 'done', true, ago(8), ago(8, '1 minute'), 'asked by phone'),
  (53, 'd3', 'done', true, ago(7), ago(7, '1 minute'), NULL),
  (54, 'u7', 'queued', true, ago(1), NULL, NULL),
  (55, 'd4', 'done', false, ago(6), ago(6, '1 minute'), NULL);

CREATE TABLE app_log (at timestamptz, entry jsonb);
INSERT INTO app_log VALUES
  (ago(9, '10 seconds'), '{"level": "info", "msg": "apple token revoked", "user": {"id": "d1"}, "response": {"status": 200}}'),
  (ago(9, '20 seconds'), '{"level": "info", "msg": "account_deleted", "user": {"id": "d1"}}'),
  (ago(8, '20 seconds'), '{"level": "info", "msg": "account_deleted", "user": {"id": "d2"}}'),
  (ago(7, '10 seconds'), '{"level": "error", "msg": "apple token not revoked", "user": {"id": "d3"}, "response": {"status": 400, "error": "invalid_client"}}'),
  (ago(7, '20 seconds'), '{"level": "info", "msg": "account_deleted", "user": {"id": "d3"}}'),
  (ago(6, '10 seconds'), '{"level": "info", "msg": "apple token cached", "user": {"id": "d4"}}'),
  (ago(6, '20 seconds'), '{"level": "info", "msg": "account_deleted", "user": {"id": "d4"}}');
