import { describe, expect, test } from 'vitest'
import { rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'
import { createStepUp } from './stepUp.ts'

const signedIn = async () => {
  const profile = browserProfile()
  const { session, ends } = profile.open()
  await session.startEmail(dapp, email)
  const caller = await session.finishEmail(dapp, rightCode)
  const api = profile.backend.apiFor(() => profile.disk.deviceId)
  const stepUp = createStepUp({ api, session, page: dapp })
  const revoke = () => session.call(caller, 'revokeDevice', { deviceId: 'x'.repeat(43) })
  return { ...profile, session, ends, caller, stepUp, revoke }
}

describe('a user who confirms with a new code', () => {
  test('may do what was refused before', async () => {
    const { stepUp, caller, revoke } = await signedIn()
    await expect(revoke()).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(await stepUp.mailCode(caller)).toBe(30)
    await stepUp.confirm(caller, rightCode)
    await expect(revoke()).resolves.toEqual({})
  })

  test('may ask custody, until its word is too old, and no longer', async () => {
    const { stepUp, caller, backend, session } = await signedIn()
    await expect(stepUp.callCustody('custodyAuditLog', {})).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(stepUp.isConfirmed()).toBe(false)
    await stepUp.mailCode(caller)
    await stepUp.confirm(caller, rightCode)
    expect(stepUp.isConfirmed()).toBe(true)
    await expect(stepUp.callCustody('custodyAuditLog', {})).resolves.toEqual({ entries: [], next: null })
    backend.expireCustody()
    await expect(stepUp.callCustody('custodyAuditLog', {})).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('has confirmed nothing once it is forgotten', async () => {
    const { stepUp, caller } = await signedIn()
    await stepUp.mailCode(caller)
    await stepUp.confirm(caller, rightCode)
    stepUp.forget()
    await expect(stepUp.callCustody('custodyAuditLog', {})).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
  })

  test('with a wrong one hears so, and the right one still counts', async () => {
    const { stepUp, caller, revoke } = await signedIn()
    await stepUp.mailCode(caller)
    await expect(stepUp.confirm(caller, '000000')).rejects.toMatchObject({ name: 'OTP_INVALID' })
    await stepUp.confirm(caller, rightCode)
    await expect(revoke()).resolves.toEqual({})
  })

  test('goes on with the same code when the call to the api was lost on its way', async () => {
    const { stepUp, caller, backend, revoke } = await signedIn()
    await stepUp.mailCode(caller)
    backend.breakCall(2, 'before')
    await expect(stepUp.confirm(caller, rightCode)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    await stepUp.confirm(caller, rightCode)
    await expect(revoke()).resolves.toEqual({})
  })

  test('too late needs another code and stays signed in', async () => {
    const { stepUp, caller, backend, session, ends } = await signedIn()
    await stepUp.mailCode(caller)
    backend.breakCall(2, 'before')
    await expect(stepUp.confirm(caller, rightCode)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    backend.expireGrants()
    await expect(stepUp.confirm(caller, rightCode)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
    expect(await session.isConnected(dapp)).toBe(true)
    expect(ends).toEqual([])
  })

  test('whose session is over meanwhile is signed out', async () => {
    const { stepUp, caller, backend, session, ends } = await signedIn()
    await stepUp.mailCode(caller)
    backend.expireAll()
    await expect(stepUp.confirm(caller, rightCode)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect(await session.isConnected(dapp)).toBe(false)
    expect(ends).toHaveLength(1)
  })

  test('without a code that was mailed has confirmed nothing', async () => {
    const { stepUp, caller } = await signedIn()
    await expect(stepUp.confirm(caller, rightCode)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
  })
})
