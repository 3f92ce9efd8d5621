import type { ReplicaName } from '@latchkey/deploy/services'
import { expect, test } from '../fixtures.ts'
import { approveDevice } from '../pages/approveDevice.ts'
import type { Dapp } from '../pages/Dapp.ts'

/** Every process of the deployment is killed once, in the middle of a user's action. They press "Try again" once at most. */
const victims: readonly (ReplicaName | 'database')[] = [
  'api 0',
  'api 1',
  'custody 0',
  'custody 1',
  'frame 0',
  'frame 1',
  'proxy 0',
  'redis 0',
  'cache 0',
  'database',
]

/**
 * Resolves when `done` holds, with one press of "Try again" if it is offered first, in the page or in the wallet: a user takes longer to
 * press it than a process to start.
 */
const withOneRetry = async (dapp: Dapp, isBack: () => Promise<void>, done: () => Promise<void>): Promise<number> => {
  const buttons = [dapp.modal.dialog, dapp.modal.wallet].map((place) =>
    place.getByRole('button', { name: 'Try again' }),
  )
  const offered = buttons.map((button) =>
    button
      .first()
      .waitFor({ timeout: 60_000 })
      .then(
        () => button.first(),
        () => undefined,
      ),
  )
  const button = await Promise.race([done().then(() => undefined), ...offered])
  if (button === undefined) return 0
  await isBack()
  await button.click()
  await done()
  return 1
}

for (const victim of victims)
  test(`${victim} is killed while a newcomer signs in, and again while they sign`, async ({
    dapp,
    email,
    services,
    stack,
  }) => {
    const kill = async (): Promise<void> => {
      if (victim === 'database') return await services.crashDatabase()
      services.kill(victim)
    }
    const untilBack = async (): Promise<void> => {
      if (victim !== 'database') await services.untilBack(victim)
    }
    let retries = 0
    await dapp.open()
    await dapp.openModal()
    await dapp.modal.submitEmail(email)
    await approveDevice(dapp.page, dapp.modal.wallet, stack, email)
    const code = await stack.mailbox.latestCode(email)
    await kill()
    await dapp.modal.enterCode(code)
    retries += await withOneRetry(dapp, untilBack, () => dapp.expectConnected({ timeout: 60_000 }))
    await untilBack()

    await kill()
    await dapp.press('Sign message')
    await dapp.approval.confirm()
    retries += await withOneRetry(dapp, untilBack, () =>
      expect(dapp.results).toContainText('Valid signature', { timeout: 60_000 }),
    )
    await untilBack()
    const address = await dapp.address()

    await kill()
    // The page itself offers no retry while the wallet cannot be loaded: a user reloads it.
    await dapp.page.reload()
    const isConnected = await dapp.expectConnected().then(
      () => true,
      () => false,
    )
    if (!isConnected) {
      await untilBack()
      await dapp.page.reload()
      await dapp.expectConnected()
      retries++
    }
    expect(await dapp.address()).toBe(address)
    await untilBack()
    test.info().annotations.push({ type: 'retries', description: `${retries}` })
  })
