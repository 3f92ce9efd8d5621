import { expect, test } from 'vitest'
import { createDirectory } from './createDirectory.ts'

const row = { id: 'vulpes', name: 'Vulpes', chains: ['eip155:1'] }

/** A directory whose server answers this way; records its requests. */
const answering = (...answers: readonly (() => Response)[]) => {
  const asked: URL[] = []
  const directory = createDirectory({
    apiUrl: 'https://api.example/',
    projectId: 'demo',
    sdkVersion: '1.0.0',
    fetch: async (input) => {
      const answer = answers[asked.length]
      asked.push(new URL(String(input)))
      if (answer === undefined) throw new TypeError('Nobody is there')
      return answer()
    },
  })
  return { directory, asked }
}
const json = (body: unknown, init?: ResponseInit) => () =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })
const { signal } = new AbortController()

test('a page is asked for once, with project and SDK, and remembered', async () => {
  const { directory, asked } = answering(json({ data: [row], count: 107 }))
  const page = { wallets: [row], count: 107 }
  expect(await directory.find({ page: 2, entries: 40, chains: 'eip155:1' }, signal)).toEqual(page)
  expect(await directory.find({ page: 2, entries: 40, chains: 'eip155:1' }, signal)).toEqual(page)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.pathname).toBe('/getWallets')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    projectId: 'demo',
    st: 'latchkey',
    sv: '1.0.0',
    page: '2',
    entries: '40',
    chains: 'eip155:1',
  })
})

test.each([
  ['a row that is none', json({ data: [{ ...row, mobile_link: 'javascript:alert(1)' }], count: 1 }), 'INTERNAL'],
  ['a page of somebody else', () => new Response('<html>Log in to the Wi-Fi</html>'), 'SERVICE_UNREACHABLE'],
  ['nothing of sense', json('garbage'), 'INTERNAL'],
  ['a failure', json({}, { status: 503 }), 'SERVICE_UNREACHABLE'],
])('%s is a failure, and is not asked for again behind the user’s back', async (_, answer, name) => {
  const { directory, asked } = answering(answer)
  await expect(directory.find({}, signal)).rejects.toMatchObject({ name })
  expect(asked).toHaveLength(1)
})

test.each([
  ['with a header in seconds', json({}, { status: 429, headers: { 'retry-after': '7' } }), 7],
  ['without a header', json({}, { status: 429 }), 30],
  [
    'with a date in the header',
    json({}, { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }),
    30,
  ],
])('reports a rate limit in seconds, %s', async (_, answer, seconds) => {
  const { directory } = answering(answer)
  await expect(directory.find({}, signal)).rejects.toMatchObject({ name: 'RATE_LIMITED', details: { seconds } })
})

test('a question that is called off is ABORTED', async () => {
  const controller = new AbortController()
  controller.abort()
  const { directory, asked } = answering(json({ data: [], count: 0 }))
  await expect(directory.find({}, controller.signal)).rejects.toMatchObject({ name: 'ABORTED' })
  expect(asked).toEqual([])
})

test('a picture comes as an address that an image takes, and nothing else is one', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const picture = () => new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
  const { directory, asked } = answering(picture, json({ script: true }))
  expect(await directory.image('vulpes-1a2b')).toBe(`data:image/svg+xml;base64,${btoa(svg)}`)
  expect(asked[0]?.pathname).toBe('/getWalletImage/vulpes-1a2b')
  await expect(directory.image('vulpes-1a2b')).rejects.toMatchObject({ name: 'INTERNAL' })
})
