import { expect, test } from '../../fixtures.ts'
import { Dapp } from '../../pages/Dapp.ts'
import { FarcasterPhone } from '../../pages/FarcasterPhone.ts'
import { countPeople } from './countPeople.ts'

/** Sign In With Farcaster: a code on the screen, an app on a phone that approves, and the chain that identifies the user. */

const refused = 'We couldn’t verify this sign-in'

test('a code that a phone approves opens the same wallet the first time, the second time and on another site', async ({
  dapp,
  stack,
  context,
  browser,
}) => {
  const phone = new FarcasterPhone(await (await browser.newContext()).newPage())
  const logIn = async (on: Dapp): Promise<string> => {
    await on.openModal()
    await on.modal.chooseSocial('Farcaster')
    await phone.open(await on.modal.scan())
    await phone.approveAs('Ada')
    await on.expectConnected()
    return await on.address()
  }
  await dapp.open()
  const address = await logIn(dapp)
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await dapp.press('Sign message')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText('ada')
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  expect(await logIn(dapp)).toBe(address)

  const elsewhere = new Dapp(await context.newPage(), stack)
  await elsewhere.open(stack.urls.demo.replace('127.0.0.1', 'other.localhost'))
  expect(await logIn(elsewhere)).toBe(address)
  await phone.page.context().close()
})

test('a user who declines, or leaves and comes back, gets a new code; approving an old one signs no user in', async ({
  dapp,
  context,
}) => {
  const { modal } = dapp
  await dapp.open()
  await dapp.openModal()
  await modal.chooseSocial('Farcaster')
  const declining = new FarcasterPhone(await context.newPage())
  await declining.open(await modal.scan())
  await declining.decline()
  await modal.expectFailure('This sign-in expired', 'Get a new code')
  await modal.dialog.getByRole('button', { name: 'Get a new code' }).click()
  const left = new FarcasterPhone(await context.newPage())
  await left.open(await modal.scan())
  await dapp.page.bringToFront()
  await modal.dialog.getByRole('button', { name: 'Back' }).click()
  await modal.chooseSocial('Farcaster')
  const phone = new FarcasterPhone(await context.newPage())
  await phone.open(await modal.scan())
  await left.approveAs('Ada')
  await phone.approveAs('Grace')
  await dapp.expectConnected()
  await dapp.openModal()
  await expect(modal.dialog).toContainText('grace')
})

test('a proof that does not verify: the modal shows each failure, no account is made, and the next code signs in', async ({
  dapp,
  stack,
  context,
}) => {
  test.slow()
  const { modal } = dapp
  const before = await countPeople(stack)
  const phone = new FarcasterPhone(await context.newPage())
  await dapp.open()
  await dapp.openModal()
  let begin = () => modal.chooseSocial('Farcaster')
  const approve = async (name: 'Ada' | 'Alan'): Promise<void> => {
    await dapp.page.bringToFront()
    await begin()
    await phone.open(await modal.scan())
    await phone.approveAs(name)
    begin = () => modal.tryAgain()
  }
  for (const fault of [
    'wrong domain',
    'wrong nonce',
    'wrong statement',
    'wrong chain',
    'several resources',
    'wrong signature',
  ] as const) {
    await test.step(fault, async () => {
      await stack.setFault('farcaster', fault)
      await approve('Ada')
      await modal.expectFailure(refused, 'Try again')
    })
  }
  await test.step('old message', async () => {
    await stack.setFault('farcaster', 'old message')
    await approve('Ada')
    await modal.expectFailure('This sign-in expired', 'Get a new code')
    begin = () => modal.dialog.getByRole('button', { name: 'Get a new code' }).click()
  })
  await stack.setFault('farcaster', null)
  await test.step('a key that the account has removed', async () => {
    await approve('Alan')
    await modal.expectFailure(refused, 'Try again')
  })
  await test.step('relay away', async () => {
    await stack.setFault('farcaster', 'down')
    await begin()
    await modal.expectFailure('Farcaster isn’t responding', 'Try again')
    await stack.setFault('farcaster', null)
  })
  await test.step('chain away', async () => {
    await stack.chainA.stop()
    try {
      await approve('Ada')
      await modal.expectFailure('Farcaster isn’t responding', 'Try again')
    } finally {
      await stack.chainA.start()
    }
  })
  expect(await countPeople(stack)).toEqual(before)
  await approve('Ada')
  await dapp.expectConnected()
})
