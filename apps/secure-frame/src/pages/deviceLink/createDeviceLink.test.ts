import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createDeviceLink, type DeviceAsking } from './createDeviceLink.ts'

const requestContext: DeviceAsking = {
  dappOrigin: 'https://dapp.example',
  browser: 'Chrome on Linux',
  number: '42',
  askedAt: '2026-01-01T00:00:00.000Z',
  isSameNetwork: true,
}

const open = (token: string | null = 'token', asked = requestContext) => {
  const calls: string[] = []
  const failures: AppError[] = []
  const answer = (name: string) => {
    calls.push(name)
    const failure = failures.shift()
    return failure === undefined ? Promise.resolve(asked) : Promise.reject(failure)
  }
  const link = createDeviceLink({
    token,
    read: () => answer('read'),
    approve: () => answer('approve'),
    decline: () => answer('decline'),
  })
  const wrong = (): string => {
    const state = link.current()
    return (state.kind === 'asking' && state.choices.find((number) => number !== asked.number)) || ''
  }
  return { link, calls, wrong, failNext: (name: AppError['name']) => void failures.push(new AppError(name)) }
}

test('reading shows who asks and approves nothing; the right number approves, once', async () => {
  const { link, calls } = open()
  expect(link.current()).toEqual({ kind: 'reading' })
  await link.read()
  const state = link.current()
  expect(state).toMatchObject({ kind: 'asking', requestContext, busy: false, error: null })
  expect(state.kind === 'asking' && state.choices).toHaveLength(3)
  expect(state.kind === 'asking' && state.choices).toContain('42')
  expect(calls).toEqual(['read'])
  await Promise.all([link.pick('42'), link.pick('42')])
  expect(link.current()).toEqual({ kind: 'approved', requestContext })
  expect(calls).toEqual(['read', 'approve'])
})

test('a wrong number ends the link: there is no second guess', async () => {
  const { link, calls, wrong } = open()
  await link.read()
  await link.pick(wrong())
  expect(link.current()).toEqual({ kind: 'mistaken' })
  await link.pick('42')
  await link.approve()
  expect(link.current()).toEqual({ kind: 'mistaken' })
  expect(calls).toEqual(['read', 'decline'])
})

test('a wrong number approves nothing when the service is away', async () => {
  const { link, calls, wrong, failNext } = open()
  await link.read()
  failNext('SERVICE_UNREACHABLE')
  await link.pick(wrong())
  expect(link.current()).toEqual({ kind: 'mistaken' })
  expect(calls).not.toContain('approve')
})

test('a click alone approves nothing where there is a number, nor does one that was not shown', async () => {
  const { link, calls } = open()
  await link.read()
  await link.approve()
  await link.pick('100')
  expect(link.current()).toMatchObject({ kind: 'asking' })
  expect(calls).toEqual(['read'])
})

test('a click approves where no number can be shown', async () => {
  const asked = { ...requestContext, number: '' }
  const { link, calls } = open('token', asked)
  await link.read()
  expect(link.current()).toEqual({ kind: 'asking', requestContext: asked, choices: [], busy: false, error: null })
  await Promise.all([link.approve(), link.approve()])
  expect(link.current()).toEqual({ kind: 'approved', requestContext: asked })
  expect(calls).toEqual(['read', 'approve'])
})

test('whoever did not ask ends the link', async () => {
  const { link, calls } = open()
  await link.read()
  await link.decline()
  expect(link.current()).toEqual({ kind: 'declined' })
  expect(calls).toEqual(['read', 'decline'])
})

test('an address without a link asks nobody', async () => {
  const { link, calls } = open(null)
  await link.read()
  await link.approve()
  await link.decline()
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
  await after.link.pick('42')
  expect(after.link.current()).toEqual({ kind: 'over' })
})

test('a service that is away loses nothing: both steps may be tried again', async () => {
  const { link, failNext } = open()
  failNext('SERVICE_UNREACHABLE')
  await link.read()
  expect(link.current()).toMatchObject({ kind: 'unread', error: { name: 'SERVICE_UNREACHABLE' } })
  await link.read()
  failNext('SERVICE_UNREACHABLE')
  await link.pick('42')
  expect(link.current()).toMatchObject({ kind: 'asking', busy: false, error: { name: 'SERVICE_UNREACHABLE' } })
  await link.pick('42')
  expect(link.current()).toMatchObject({ kind: 'approved' })
})
