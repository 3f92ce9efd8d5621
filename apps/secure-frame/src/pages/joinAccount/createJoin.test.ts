import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createJoin, type JoinAsking } from './createJoin.ts'

const requestContext: JoinAsking = {
  email: 'ada@example.org',
  address: '0x0000000000000000000000000000000000000001',
  newEmail: 'new@example.org',
  dappOrigin: 'https://shop.example',
  askedAt: '2026-01-01T12:00:00.000Z',
  isSameNetwork: true,
}

const open = (token: string | null = 'token') => {
  const calls: string[] = []
  const failures: AppError[] = []
  const call = (name: string): void => {
    calls.push(name)
    const failure = failures.shift()
    if (failure !== undefined) throw failure
  }
  const join = createJoin({
    token,
    read: async () => {
      call('read')
      return requestContext
    },
    approve: async () => call('approve'),
  })
  return { join, calls, failNext: (name: AppError['name']) => void failures.push(new AppError(name)) }
}

test('shows the account, and joins it after a click, once', async () => {
  const { join, calls } = open()
  await join.read()
  expect(join.current()).toEqual({ kind: 'asking', requestContext, busy: false, error: null })
  expect(calls).toEqual(['read'])
  await Promise.all([join.agree(), join.agree()])
  expect(join.current()).toEqual({ kind: 'joined' })
  expect(calls).toEqual(['read', 'approve'])
})

test('asks again when the service could not be reached', async () => {
  const { join, failNext } = open()
  failNext('SERVICE_UNREACHABLE')
  await join.read()
  expect(join.current()).toMatchObject({ kind: 'unread', error: { name: 'SERVICE_UNREACHABLE' } })
  await join.read()
  failNext('SERVICE_UNREACHABLE')
  await join.agree()
  expect(join.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' } })
  await join.agree()
  expect(join.current()).toEqual({ kind: 'joined' })
})

test('says that a link is over, when it is read and when it is used', async () => {
  const read = open()
  read.failNext('LINK_INVALID')
  await read.join.read()
  expect(read.join.current()).toEqual({ kind: 'over' })
  const used = open()
  await used.join.read()
  used.failNext('LINK_INVALID')
  await used.join.agree()
  expect(used.join.current()).toEqual({ kind: 'over' })
})

test('asks nobody without a link', async () => {
  const { join, calls } = open(null)
  await join.read()
  await join.agree()
  expect(join.current()).toEqual({ kind: 'missing' })
  expect(calls).toEqual([])
})
