import { endpoints } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { createLongBodies } from './longBodies.ts'
import { readBody } from './readBody.ts'

const row = endpoints.rpc
const MiB = 1024 * 1024
/** Opens a body that never ends, with or without a declared length. */
const open = (length?: number) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
    },
  })
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  const request = new Request('http://api.test/v1', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  return { request, end: () => controller?.close() }
}
const overloaded = { name: 'SERVICE_UNAVAILABLE' }

test.each([
  ['announced', MiB],
  ['not announced', undefined],
])('of long bodies, %s, that do not come one network has 16 MiB and all have 64 MiB', async (_, length) => {
  const longBodies = createLongBodies()
  const begun = Array.from({ length: 64 }, (_, each) => {
    const { request, end } = open(length)
    return { end, body: readBody(request, row, (bytes) => longBodies.enter(`192.0.${each >> 4}.1`, bytes)) }
  })
  const readFrom = (address: string, bytes?: number) =>
    readBody(open(bytes).request, row, (own) => longBodies.enter(address, own))
  await expect(readFrom('192.0.0.1', length)).rejects.toMatchObject(overloaded)
  await expect(readFrom('198.51.100.1', length)).rejects.toMatchObject(overloaded)
  const short = open(64 * 1024)
  const read = readBody(short.request, row, () => {
    throw new Error('not counted')
  })
  short.end()
  expect((await read).bytes).toHaveLength(0)
  for (const { end } of begun) end()
  await Promise.all(begun.map(({ body }) => body))
  longBodies.enter('192.0.0.1', 16 * MiB)
})

test.each([
  ['a /48', (each: number) => `2001:db8:1:${each}00::1`],
  ['a /24', (each: number) => `192.0.2.${each}`],
])('%s has 24 MiB, however many networks are in it', (_, addressOf) => {
  const longBodies = createLongBodies()
  for (let each = 0; each < 24; each++) longBodies.enter(addressOf(each), MiB)
  expect(() => longBodies.enter(addressOf(24), MiB)).toThrow(expect.objectContaining(overloaded))
  longBodies.enter('198.51.100.1', MiB)
})
