import { expect, it } from 'vitest'
import { readCommand } from './redis.ts'

it.each(['PING', 'get a', 'TTL "key of mine"', 'SCAN 0 MATCH user:* COUNT 100', 'info memory'])(
  'a command that only reads is taken: %s',
  (line) => expect(readCommand(line).ok).toBe(true),
)

it.each([
  'FLUSHALL',
  'SET a 1',
  'CONFIG GET *',
  'EVAL "return 1" 0',
  'MONITOR',
  'KEYS *',
  'SCAN 0 COUNT 100000',
  'SCAN 0 TYPE',
  'GET',
  'GET a b',
  'DEBUG SLEEP 10',
  'constructor',
  '',
  '"GET" ',
])('everything else is refused: %s', (line) => expect(readCommand(line).ok).toBe(false))
