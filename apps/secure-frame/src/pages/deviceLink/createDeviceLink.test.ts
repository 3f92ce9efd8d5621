import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createDeviceLink, type DeviceAsking } from './createDeviceLink.ts'

const asking: DeviceAsking = {
  dappOrigin: 'https://dapp.example',
  browser: 'Chrome on Linux',
  number: '42',
  askedAt: '2026-01-01T00:00:00.000Z',
  isSameNetwork: true,
}

const open = (token: string | null = 'token') => {
  const calls: string[] = []
  const failures: AppError[] = []
  const answer = (name: string) => {
    calls.push(name)
    const failure = failures.shift()
    return failure === undefined ? Promise.resolve(asking) : Promise.reject(failure)
  }
  const link = createDeviceLink({ token, read: () => answer('read'), approve: () => answer('approve') })
  return { link, calls, failNext: (name: AppError['name']) => void failures.push(new AppError(name)) }
}

test('reading shows who asks and approves nothing; one click approves, and a second one is not heard', async () => {
  const { link, calls } = open()
  expect(link.current()).toEqual({ kind: 'reading' })
  await link.read()
  expect(link.current()).toEqual({ kind: 'asking', asking, busy: false, error: null })
  expect(calls).toEqual(['read'])
  await Promise.all([link.approve(), link.approve()])
  expect(link.current()).toEqual({ kind: 'approved', asking })
  expect(calls).toEqual(['read', 'approve'])
})

test('an address without a link asks nobody', async () => {
  const { link, calls } = open(null)
  await link.read()
  await link.approve()
  expect(link.current()).toEqual({ kind: 'missing' })
  expect(calls).toEqual([])
})

test('a link that is over says so, whether it was over before or is by the time of the click', async () => {
  const before = open()
  before.failNext('LINK_INVALID')
  await before.link.read()
  expect(before.link.current()).toEqual({ kind: 'over' })
  const after = open()
  await after.link.read()
  after.failNext('LINK_INVALID')
  await after.link.approve()
  expect(after.link.current()).toEqual({ kind: 'over' })
})

test('a service that is away loses nothing: both steps may be tried again', async () => {
  const { link, failNext } = open()
  failNext('SERVICE_UNREACHABLE')
  await link.read()
  expect(link.current()).toMatchObject({ kind: 'unread', error: { name: 'SERVICE_UNREACHABLE' } })
  await link.read()
  failNext('SERVICE_UNREACHABLE')
  await link.approve()
  expect(link.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' } })
  await link.approve()
  expect(link.current()).toMatchObject({ kind: 'approved' })
})
