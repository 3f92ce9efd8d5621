import { expect, test } from 'vitest'
import { createPart } from './Part.ts'

const withPart = (failures = 0) => {
  const events: string[] = []
  const part = createPart(async () => {
    if (failures-- > 0) throw new Error('port taken')
    events.push('opened')
    return { close: async () => void events.push('closed') }
  })
  return { part, events }
}

test('a part is opened once and closed once, and may be started again', async () => {
  const { part, events } = withPart()
  await Promise.all([part.start(), part.start()])
  await part.stop()
  await part.stop()
  await part.start()
  expect(events).toEqual(['opened', 'closed', 'opened'])
})

test('a part that did not start may be stopped, and started again', async () => {
  const { part, events } = withPart(1)
  await expect(part.start()).rejects.toThrow('port taken')
  await part.stop()
  await part.start()
  expect(events).toEqual(['opened'])
})

test('stopping in the middle of a start closes what it opened', async () => {
  const { part, events } = withPart()
  const starting = part.start()
  await part.stop()
  await starting
  expect(events).toEqual(['opened', 'closed'])
})
