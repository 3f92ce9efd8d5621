import { expect, test } from 'vitest'
import { holdMessages } from './holdMessages.ts'

type Event = { data: unknown; origin: string; source: unknown }

const open = () => {
  const listeners = new Set<(event: Event) => void>()
  const parent = {}
  const window = {
    addEventListener: (_: 'message', listener: (event: Event) => void) => void listeners.add(listener),
    removeEventListener: (_: 'message', listener: (event: Event) => void) => void listeners.delete(listener),
  }
  const say = (data: unknown, source: unknown = parent) => {
    for (const listener of listeners) listener({ data, origin: 'https://dapp.example', source })
  }
  return { held: holdMessages(window, parent), say, listeners }
}

test('delivers what was said before anybody listened, in order, and then what is said', async () => {
  const { held, say } = open()
  const heard: unknown[] = []
  say('first')
  say('second')
  held.addEventListener('message', ({ data }) => heard.push(data))
  expect(heard).toEqual([])
  await Promise.resolve()
  say('third')
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('holds nothing of other windows, and only so much of the parent', async () => {
  const { held, say } = open()
  const heard: unknown[] = []
  say('stranger', {})
  for (let i = 0; i < 1000; i++) say(i)
  held.addEventListener('message', ({ data }) => heard.push(data))
  await Promise.resolve()
  expect(heard).toEqual(Array.from({ length: 64 }, (_, i) => i))
})

test('listens for nobody once the listener is gone', () => {
  const { held, listeners } = open()
  const listener = () => undefined
  held.addEventListener('message', listener)
  held.removeEventListener('message', listener)
  expect(listeners.size).toBe(0)
})
