import { AppError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { askDocument } from './askDocument.ts'
import type { ScreenRequest } from './screenMessages.ts'

const appearance = { mode: 'light' } as const
const question = { purpose: 'recovery', salt: new ArrayBuffer(16) } as const

const makeLine = () => {
  const sent: ScreenRequest[] = []
  const listeners: ((event: MessageEvent<unknown>) => void)[] = []
  const person = askDocument({
    postMessage: (message) => sent.push(message),
    addEventListener: (_, listener) => listeners.push(listener),
  })
  const answer = (data: unknown): void => {
    for (const listener of listeners) listener(new MessageEvent('message', { data }))
  }
  return { sent, person, answer }
}

test('a question goes out with its kind, and its answer comes back parsed', async () => {
  const { sent, person, answer } = makeLine()
  const asked = person.ask('setPassphrase', question, appearance)
  expect(sent).toEqual([{ type: 'ask', id: 1, kind: 'setPassphrase', question, appearance }])
  const secret = new ArrayBuffer(32)
  answer({ id: 1, answer: { secret, more: 'than asked' } })
  expect(await asked).toEqual({ secret })
})

test.each([
  ['too short a secret', { secret: new ArrayBuffer(31) }],
  ['a secret in a string', { secret: 'x'.repeat(32) }],
  ['the answer to another question', { seen: true }],
  ['nothing', undefined],
])('%s rejects as INTERNAL', async (_, bad) => {
  const { person, answer } = makeLine()
  const asked = person.ask('setPassphrase', question, appearance)
  answer({ id: 1, answer: bad })
  await expect(asked).rejects.toThrowError(new AppError('INTERNAL'))
})

test('an answer that nobody takes is overwritten: one too many, one too late, one that does not parse', async () => {
  const { person, answer } = makeLine()
  const secrets = [32, 32, 31].map((length) => new Uint8Array(length).fill(7))
  const [unasked, late, bad] = secrets.map(({ buffer }) => ({ id: 1, answer: { secret: buffer } }))
  answer(unasked)
  const left = person.ask('setPassphrase', question, appearance)
  person.leave()
  answer(late)
  await expect(left).rejects.toThrowError(new AppError('USER_REJECTED'))
  const asked = person.ask('setPassphrase', question, appearance)
  answer({ ...bad, id: 2 })
  await expect(asked).rejects.toThrowError(new AppError('INTERNAL'))
  expect(secrets.flatMap((bytes) => [...bytes]).every((byte) => byte === 0)).toBe(true)
})

test('a user who declines rejects it as USER_REJECTED, and can be asked again', async () => {
  const { person, answer } = makeLine()
  const declined = person.ask('setPassphrase', question, appearance)
  answer({ id: 1, refused: 'USER_REJECTED' })
  await expect(declined).rejects.toThrowError(new AppError('USER_REJECTED'))
  const again = person.ask('reveal', { groups: [] }, appearance)
  answer({ id: 2, answer: { seen: true } })
  expect(await again).toEqual({ seen: true })
})

test('leaving takes the screen down and rejects what was asked', async () => {
  const { sent, person, answer } = makeLine()
  const asked = person.ask('setPassphrase', question, appearance)
  person.leave()
  answer({ id: 1, answer: { secret: new ArrayBuffer(32) } })
  await expect(asked).rejects.toThrowError(new AppError('USER_REJECTED'))
  expect(sent.at(-1)).toEqual({ type: 'leave' })
})

test('a second question while one is open is refused, and the first goes on', async () => {
  const { sent, person, answer } = makeLine()
  const first = person.ask('setPassphrase', question, appearance)
  await expect(person.ask('reveal', { groups: [] }, appearance)).rejects.toThrowError(new AppError('INTERNAL'))
  expect(sent).toHaveLength(1)
  answer({ id: 1, answer: { secret: new ArrayBuffer(32) } })
  expect(await first).toEqual({ secret: new ArrayBuffer(32) })
})

test('what is no answer, or the answer to an earlier question, is dropped', async () => {
  const { person, answer } = makeLine()
  const declined = person.ask('setPassphrase', question, appearance)
  answer({ id: 1, refused: 'USER_REJECTED' })
  await expect(declined).rejects.toThrowError(new AppError('USER_REJECTED'))
  const asked = person.ask('reveal', { groups: [] }, appearance)
  for (const data of [
    'latchkey-vault/offer',
    null,
    { id: '2', refused: 'USER_REJECTED' },
    { id: 1, answer: { seen: true } },
  ])
    answer(data)
  answer({ id: 2, answer: { seen: false } })
  expect(await asked).toEqual({ seen: false })
})

test('what the document may not or cannot do rejects by its name, and by no other', async () => {
  const { person, answer } = makeLine()
  const asked = person.ask('reveal', { groups: [] }, appearance)
  answer({ id: 1, refused: 'UNAUTHORIZED' })
  await expect(asked).rejects.toThrowError(new AppError('UNAUTHORIZED'))
  const again = person.ask('reveal', { groups: [] }, appearance)
  answer({ id: 2, refused: 'WALLET_NOT_FOUND' })
  answer({ id: 2, answer: { seen: true } })
  expect(await again).toEqual({ seen: true })
})

test('leaving says nothing where nothing was asked', () => {
  const { sent, person } = makeLine()
  person.leave()
  expect(sent).toEqual([])
})
