import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createUndo } from './createUndo.ts'

const email = 'ada@example.org'

const open = (token: string | null = 'token') => {
  const calls: string[] = []
  const failures = new Map<string, AppError>()
  const fail = (name: string): void => {
    calls.push(name)
    const failure = failures.get(name)
    failures.delete(name)
    if (failure !== undefined) throw failure
  }
  const undo = createUndo({
    token,
    undo: async () => {
      fail('undo')
      return { email, statement: `statement ${calls.length}` }
    },
    apply: async ({ statement }) => fail(`apply ${statement}`),
  })
  const failNext = (call: string, name: AppError['name']) => void failures.set(call, new AppError(name))
  return { undo, calls, failNext }
}

test('nothing happens before the click; then custody and the api take the address back', async () => {
  const { undo, calls } = open()
  expect(undo.current()).toEqual({ kind: 'asking', busy: false, error: null, email: null })
  expect(calls).toEqual([])
  await Promise.all([undo.undo(), undo.undo()])
  expect(undo.current()).toEqual({ kind: 'undone', email })
  expect(calls).toEqual(['undo', 'apply statement 1'])
})

test('when the api cannot be reached, trying again goes on from there', async () => {
  const { undo, calls, failNext } = open()
  failNext('apply statement 1', 'SERVICE_UNREACHABLE')
  await undo.undo()
  expect(undo.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' }, email })
  await undo.undo()
  expect(undo.current()).toEqual({ kind: 'undone', email })
  expect(calls).toEqual(['undo', 'apply statement 1', 'apply statement 1'])
})

test('a word of custody that is too old by then is asked for anew', async () => {
  const { undo, calls, failNext } = open()
  failNext('apply statement 1', 'SESSION_EXPIRED')
  await undo.undo()
  await undo.undo()
  expect(undo.current()).toEqual({ kind: 'undone', email })
  expect(calls).toEqual(['undo', 'apply statement 1', 'undo', 'apply statement 3'])
})

test('a link that is over says so, and an address without one asks nobody', async () => {
  const over = open()
  over.failNext('undo', 'LINK_INVALID')
  await over.undo.undo()
  expect(over.undo.current()).toEqual({ kind: 'over' })
  const missing = open(null)
  await missing.undo.undo()
  expect(missing.undo.current()).toEqual({ kind: 'missing' })
  expect(missing.calls).toEqual([])
})
