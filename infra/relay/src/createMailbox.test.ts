import { describe, expect, test } from 'vitest'
import { createMailbox } from './createMailbox.ts'

const open = (limits = { perTopic: 2, topics: 2 }) => {
  let nowMs = 0
  const mailbox = createMailbox(limits, () => nowMs)
  const put = (topic: string, message: string, writer = 'ada', ttlMs = 1000) =>
    mailbox.put({ topic, message, tag: 0, publishedAt: nowMs, expiresAt: nowMs + ttlMs }, writer)
  const read = (topic: string, reader: string) => mailbox.read(topic, reader).map(({ message }) => message)
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { mailbox, put, read, pass }
}

describe('createMailbox', () => {
  test('returns mail to clients other than its sender, oldest first, until one has acknowledged it', () => {
    const { mailbox, put, read } = open()
    put('t', 'first')
    put('t', 'second')
    expect(read('t', 'ada')).toEqual([])
    expect(read('t', 'eve')).toEqual(['first', 'second'])
    const [first] = mailbox.read('t', 'eve')
    if (first !== undefined) mailbox.remove(first)
    expect(read('t', 'eve')).toEqual(['second'])
  })

  test('forgets what has expired, asked for or not', () => {
    const { mailbox, put, read, pass } = open()
    put('t', 'short')
    put('t', 'long', 'ada', 5000)
    put('u', 'short')
    pass(1000)
    mailbox.sweep()
    expect(mailbox.size()).toBe(1)
    expect(read('t', 'eve')).toEqual(['long'])
  })

  test('keeps no more than it may, whatever strangers write', () => {
    const { mailbox, put, read } = open()
    for (const message of ['1', '2', '3']) put('t', message)
    expect(read('t', 'eve')).toEqual(['2', '3'])
    for (const topic of ['a', 'b', 'c']) put(topic, 'x')
    expect(mailbox.size()).toBe(2)
    expect(read('a', 'eve')).toEqual([])
    expect(read('c', 'eve')).toEqual(['x'])
  })
})
