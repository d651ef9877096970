/**
 * Ends a connection as soon as a packet announces more than `maxBytes`, instead of collecting up to 256 MB of it.
 * The broker has no setting for this, so its packet parser is watched: after each chunk, `packet.length` is the length
 * the unfinished packet announces. Throws when the broker's library has no such parser any more.
 */
export function limitFrames(client: object, maxBytes: number, onExceeded: (bytes: number) => void): void {
  const parser = memberOf(client, '_parser')
  const parse = memberOf(parser, 'parse')
  if (typeof parser !== 'object' || parser === null || typeof parse !== 'function') {
    throw new Error('the embedded broker no longer has the parser that the frame limit watches')
  }
  const watched = (chunk: unknown): unknown => {
    const left: unknown = Reflect.apply(parse, parser, [chunk])
    const announced = memberOf(memberOf(parser, 'packet'), 'length')
    if (typeof announced === 'number' && announced > maxBytes) onExceeded(announced)
    return left
  }
  Reflect.set(parser, 'parse', watched)
}

const memberOf = (owner: unknown, name: string): unknown =>
  typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined
