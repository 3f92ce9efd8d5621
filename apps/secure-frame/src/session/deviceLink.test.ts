import { describe, expect, test } from 'vitest'
import { rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'

/** A document of a browser whose services require a mailed link, and the calls to them since. */
const openTab = (profile = browserProfile()) => {
  profile.backend.askDevices()
  const tab = profile.open()
  const count = (name: string) => profile.backend.calls.filter((call) => call === name).length
  return { ...tab, profile, backend: profile.backend, count }
}
const forever = new AbortController().signal

/** Waits until the link's status was requested, and the wait continues. */
const asked = ({ count }: ReturnType<typeof openTab>) => expect.poll(() => count('deviceLinkStatus')).toBeGreaterThan(0)

describe('a login from a device that the account does not know', () => {
  test('has the code mailed by itself once the link is agreed to, and not before', async () => {
    const tab = openTab()
    expect(await tab.session.startEmail(dapp, email)).toEqual({
      kind: 'link',
      number: '42',
      expiresInSeconds: 900,
      resendInSeconds: 30,
    })
    let approvals = 0
    const approved = tab.session.awaitApproval(forever, () => approvals++)
    await asked(tab)
    expect([approvals, tab.count('emailStart')]).toEqual([0, 0])
    tab.backend.approveLink()
    expect(await approved).toEqual({ kind: 'code', resendInSeconds: 30 })
    expect(approvals).toBe(1)
    expect((await tab.session.finishEmail(dapp, rightCode)).origin).toBe(dapp.origin)
  })

  test('answers all who wait, whenever they ask, and mails one code', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    const early = [tab.session.awaitApproval(forever), tab.session.awaitApproval(forever)]
    await asked(tab)
    tab.backend.approveLink()
    const code = { kind: 'code', resendInSeconds: 30 }
    expect(await Promise.all(early)).toEqual([code, code])
    expect(await tab.session.awaitApproval(forever)).toEqual(code)
    expect(tab.count('emailStart')).toBe(1)
  })

  test('waits for the newer link when another one was sent', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    const approved = tab.session.awaitApproval(forever)
    await asked(tab)
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    expect(await approved).toMatchObject({ kind: 'code' })
  })

  test('waits on while the service cannot be reached', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    tab.backend.breakCall(1, 'before')
    const approved = tab.session.awaitApproval(forever)
    await asked(tab)
    tab.backend.approveLink()
    expect(await approved).toMatchObject({ kind: 'code' })
  })

  test('says when the link is over, and the next one works', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    tab.backend.expireLinks()
    await expect(tab.session.awaitApproval(forever)).rejects.toMatchObject({ name: 'LINK_INVALID' })
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    expect(await tab.session.awaitApproval(forever)).toMatchObject({ kind: 'code' })
  })

  test('that was never begun has no link to wait for', async () => {
    const tab = openTab()
    await expect(tab.session.awaitApproval(forever)).rejects.toMatchObject({ name: 'LINK_INVALID' })
    expect(tab.backend.calls).toEqual([])
  })

  test('is waited for no longer when another email takes its place', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    const approved = tab.session.awaitApproval(forever)
    approved.catch(() => undefined)
    await asked(tab)
    await tab.session.startEmail(dapp, 'bob@example.org')
    await expect(approved).rejects.toMatchObject({ name: 'ABORTED' })
  })

  test('asks no more when nobody waits, and goes on for whoever comes back', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    const controller = new AbortController()
    const left = tab.session.awaitApproval(controller.signal)
    left.catch(() => undefined)
    await asked(tab)
    controller.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    const times = tab.count('deviceLinkStatus')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(tab.count('deviceLinkStatus')).toBe(times)
    tab.backend.approveLink()
    expect(await tab.session.awaitApproval(forever)).toMatchObject({ kind: 'code' })
  })

  test('that could not mail the code mails it when asked again', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    tab.backend.breakCall(2, 'before')
    await expect(tab.session.awaitApproval(forever)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(await tab.session.awaitApproval(forever)).toMatchObject({ kind: 'code' })
    expect(tab.count('startDeviceLink')).toBe(1)
  })

  test('needs no second approval for another code', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    await tab.session.awaitApproval(forever)
    expect(await tab.session.startEmail(dapp, email)).toMatchObject({ kind: 'code' })
    expect(tab.count('startDeviceLink')).toBe(1)
    await tab.session.finishEmail(dapp, rightCode)
  })

  test('whose approval is too old asks for it once more, and not for the code', async () => {
    const tab = openTab()
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    await tab.session.awaitApproval(forever)
    tab.backend.forgetDevices()
    const refused = { name: 'DEVICE_NOT_APPROVED' }
    await expect(tab.session.finishEmail(dapp, rightCode)).rejects.toMatchObject(refused)
    expect(await tab.session.startEmail(dapp, email)).toMatchObject({ kind: 'link' })
    tab.backend.approveLink()
    expect(await tab.session.awaitApproval(forever)).toEqual({ kind: 'proved' })
    expect((await tab.session.finishEmail(dapp, '')).origin).toBe(dapp.origin)
    expect(tab.count('emailStart')).toBe(1)
  })

  test('is not asked for a link again once it is known', async () => {
    const profile = browserProfile()
    const tab = openTab(profile)
    await tab.session.startEmail(dapp, email)
    tab.backend.approveLink()
    await tab.session.awaitApproval(forever)
    await tab.session.finishEmail(dapp, rightCode)
    expect(await openTab(profile).session.startEmail(dapp, email)).toMatchObject({ kind: 'code' })
  })
})
