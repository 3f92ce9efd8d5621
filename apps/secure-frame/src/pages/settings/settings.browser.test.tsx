import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountSettings } from './mountSettings.tsx'
import { settingsAt, settingsScenarios } from './settingsScenarios.fixture.ts'

const open = (name: string) => {
  const scenario = settingsScenarios[name]
  if (scenario === undefined) throw new Error(`There is no scenario ${name}`)
  const { settings, calls, submitted } = settingsAt(scenario)
  history.replaceState(null, '', scenario.hash === '' ? '#' : scenario.hash)
  document.documentElement.lang = 'en'
  const container = document.body.appendChild(document.createElement('div'))
  const unmount = mountSettings(container, settings)
  return {
    calls,
    submitted,
    [Symbol.dispose]: () => {
      unmount()
      container.remove()
      document.documentElement.dir = 'ltr'
      history.replaceState(null, '', '#')
    },
  }
}
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.each(
  Object.keys(settingsScenarios).flatMap((name) => [[name, 320, 'rtl'] as const, [name, 1000, 'ltr'] as const]),
)('%s, %i px, %s: accessible, and nothing is cut off', async (name, width, dir) => {
  await page.viewport(width, 700)
  document.documentElement.dir = dir
  using _ = open(name)
  await expect.poll(() => document.querySelector('h1, [role=status]')).not.toBeNull()
  // Waits until the first requests are answered.
  await expect.poll(() => name.endsWith('loading') || document.querySelector('[part=skeletons]') === null).toBe(true)
  // A dialog that is fading in has less contrast for a moment.
  const dialog = document.querySelector('dialog[open]')
  await Promise.allSettled(dialog?.getAnimations().map(({ finished }) => finished) ?? [])
  const { violations } = await axe.run(document.body, { runOnly: rules })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const panel = document.querySelector('[part=panel]')
  expect(panel?.scrollWidth).toBeLessThanOrEqual(panel?.clientWidth ?? 0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('the page starts with who it is, what is held and every address', async () => {
  await page.viewport(1000, 900)
  using _ = open('overview')
  const account = page.getByRole('region', { name: 'Your account' })
  await expect.element(account.getByText('$28,431.50')).toBeVisible()
  const ethereum = account.getByRole('region', { name: 'Ethereum' })
  await expect.element(ethereum.getByText('$25,085.50')).toBeVisible()
  await expect.element(ethereum.getByText('and 1 more token')).toBeVisible()
  const addresses = page.getByRole('group', { name: 'Your addresses' })
  await expect.element(addresses.getByText('Smart account')).toBeVisible()
  expect(addresses.getByRole('button', { name: 'Copy address' }).elements()).toHaveLength(3)
})

test('without prices the amounts are shown, and no total', async () => {
  using _ = open('no prices')
  const account = page.getByRole('region', { name: 'Your account' })
  await expect.element(account.getByText('Prices aren’t available right now')).toBeVisible()
  await expect.element(account.getByText('10.034')).toBeVisible()
  await expect.element(account.getByText('Total balance')).not.toBeInTheDocument()
})

test('a balance that could not be loaded says so and can be tried again; addresses stay', async () => {
  using _ = open('balance unreachable')
  await expect.element(page.getByText('We couldn’t load your balance')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Copy address' }).elements()).toHaveLength(2)
})

test('an email is typed and submitted with the keyboard alone; what is none is said at the field', async () => {
  using screen = open('sign in')
  await expect.element(page.getByLabelText('Email address')).toHaveFocus()
  await userEvent.keyboard('ada@{Enter}')
  await expect.element(page.getByText(/^Enter a valid email address/)).toBeVisible()
  expect(screen.calls).toEqual([])
  await userEvent.keyboard('example.org{Enter}')
  expect(screen.calls).toEqual(['signIn ada@example.org'])
})

test('token allowances say who may move how much, and what is not known; one is ended in a press', async () => {
  await page.viewport(1000, 900)
  using screen = open('permissions')
  const part = page.getByRole('region', { name: 'Token allowances' })
  await expect.element(part.getByText(/can’t look up token allowances on Optimism and Polygon/)).toBeVisible()
  await expect.element(part.getByText(/still loading your history on Local chain A/)).toBeVisible()
  await expect.element(part.getByText('Unlimited USDC', { exact: true })).toBeVisible()
  await expect.element(part.getByText(/^Spender: Permit2, which lets other contracts spend/)).toBeVisible()
  await expect.element(part.getByText('USDC: amount unknown', { exact: true })).toBeVisible()
  await expect.element(part.getByRole('article', { name: 'Every KEYS NFT' }).getByText('Operator')).toBeVisible()
  await part.getByRole('button', { name: 'Show older' }).click()
  await expect.element(part.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument()
  await part.getByRole('article', { name: 'Up to 100 USDC' }).first().getByRole('button').click()
  await expect.element(page.getByText('Allowance ended')).toBeInTheDocument()
  expect(screen.calls).toEqual(['endAllowance 0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'])
})

test('an allowance that could not be ended says that it is still there; a list that could not be loaded is tried again', async () => {
  {
    using _ = open('allowance still there')
    await page.getByRole('article', { name: 'Unlimited USDC' }).getByRole('button').click()
    await expect.element(page.getByText('The allowance is still active')).toBeVisible()
  }
  using _ = open('allowances unreachable')
  await expect.element(page.getByText('We couldn’t load your token allowances')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('whoever is set up can be signed in with, and nobody else; a click goes there', async () => {
  using screen = open('sign in')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  expect(screen.calls).toEqual(['signInAt github'])
  await expect.element(page.getByRole('button', { name: 'Continue with Apple' })).not.toBeInTheDocument()
})

test('without providers there is the email alone', async () => {
  using _ = open('sign in without providers')
  await expect.element(page.getByLabelText('Email address')).toBeVisible()
  expect(page.getByRole('button', { name: /^Continue with/ }).elements()).toHaveLength(0)
  await expect.element(page.getByText('or', { exact: true })).not.toBeInTheDocument()
})

test('at a provider the user sees where to go on and what to compare, and can leave', async () => {
  using screen = open('at a provider')
  await expect.element(page.getByText(/This page continues by itself/)).toBeVisible()
  await expect.element(page.getByText('07', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  expect(screen.calls).toEqual(['leaveSignIn'])
})

test('where the browser opens no window a link leads to the provider, which learns nothing of this page', async () => {
  using _ = open('no window')
  const link = page.getByRole('link', { name: 'Open Google' })
  await expect.element(link).toHaveAttribute('href', 'https://accounts.example/authorize?state=abc')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('who has logged in at a provider confirms there, in a click', async () => {
  using screen = open('confirming at a provider')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click()
  expect(screen.calls).toEqual(['start'])
})

test('ways of signing in are named with their account, and those that are not there yet can be added', async () => {
  await page.viewport(1000, 900)
  using screen = open('overview without an email')
  await expect.element(page.getByText(/^ada · since/)).toBeVisible()
  await expect.element(page.getByText('In use')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change email' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add GitHub' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add Google' }).click()
  await expect.element(page.getByText('You can now sign in to this wallet with it.')).toBeVisible()
  expect(screen.calls).toEqual(['linkLogin google'])
})

test('a way of signing in is removed after a question, which Escape answers with no', async () => {
  await page.viewport(1000, 900)
  using screen = open('overview')
  const remove = page.getByRole('listitem').getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect.element(page.getByRole('dialog', { name: 'Remove GitHub?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Remove GitHub?' })).not.toBeInTheDocument()
  expect(screen.calls).toEqual([])
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  expect(screen.calls).toEqual(['unlinkLogin github'])
})

test('the way of signing in that has opened this page is not removed here', async () => {
  using _ = open('overview without an email')
  await expect.element(page.getByText('In use')).toBeVisible()
  expect(page.getByRole('button', { name: 'Remove' }).elements()).toHaveLength(0)
})

test('an account that opens another wallet is not added, and says so', async () => {
  using _ = open('sign-in method of somebody else')
  await page.getByRole('button', { name: 'Add Google' }).click()
  await expect.element(page.getByText('Google was not added')).toBeVisible()
  await expect.element(page.getByText(/This login belongs to another account/)).toBeVisible()
})

test('where there are no other ways nothing is said of them', async () => {
  using _ = open('no sign-in methods')
  await expect.element(page.getByRole('button', { name: 'Lock now' })).toBeVisible()
  await expect.element(page.getByText('Sign-in methods')).not.toBeInTheDocument()
})

test('what recovers a wallet is told by how its user signs in', async () => {
  using _ = open('recovery without an email')
  await expect.element(page.getByText(/your GitHub account is enough/)).toBeVisible()
  await expect
    .element(page.getByText(/With GitHub, the operator could open the wallet by misusing only one/))
    .toBeVisible()
})

test('and by every other way in that they have added, whichever they have used', async () => {
  using _ = open('recovery by several ways')
  await expect
    .element(page.getByText(/your Google account, your GitHub account, or your X account is enough/))
    .toBeVisible()
  await expect
    .element(page.getByText(/With GitHub or X, the operator could open the wallet by misusing only one/))
    .toBeVisible()
})

test('with none that only one service can check, it takes both', async () => {
  using _ = open('recovery by email alone')
  await expect.element(page.getByText(/your email is enough/)).toBeVisible()
  await expect.element(page.getByText(/misusing both of its services/)).toBeVisible()
})

test('nothing is said of what recovers a wallet before its ways in are known', async () => {
  using _ = open('recovery without its ways in')
  await expect.element(page.getByText('We couldn’t load your sign-in methods')).toBeVisible()
  expect(page.getByRole('button', { name: 'Use a passkey' }).elements()).toHaveLength(0)
})

test('before a way of signing in is added it is said what its provider could do', async () => {
  using _ = open('sign-in methods that one service checks')
  await expect.element(page.getByText(/including its provider, can sign in as you/)).toBeVisible()
  await expect.element(page.getByText(/^X or Discord gives weaker protection/)).toBeVisible()
})

test('and nothing more where both services check it', async () => {
  using _ = open('overview')
  await expect.element(page.getByText(/including its provider, can sign in as you/)).toBeVisible()
  expect(page.getByText(/gives weaker protection/).elements()).toHaveLength(0)
})

test('the keyboard walks through the parts of the page, and Enter opens one', async () => {
  await page.viewport(1000, 700)
  using _ = open('overview')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  page.getByRole('link', { name: 'Overview' }).element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Devices' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Devices · Your wallet')
})

test('a device is signed out only after a question, which Escape answers with no', async () => {
  await page.viewport(1000, 700)
  using screen = open('devices')
  const phone = page.getByRole('article', { name: 'Safari on iPhone' })
  await phone.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sign out this device?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Sign out this device?' })).not.toBeInTheDocument()
  expect(screen.calls).toEqual([])
  await phone.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  expect(screen.calls).toEqual(['revokeDevices a'])
})

test('this browser cannot be signed out as a device: it has its own way', async () => {
  using _ = open('devices')
  const own = page.getByRole('article', { name: 'Chrome on Linux' }).first()
  await expect.element(own.getByText('This browser')).toBeVisible()
  expect(own.getByRole('button', { name: 'Sign out', exact: true }).elements()).toHaveLength(0)
})

test('a device gets a name, and Escape leaves it its old one', async () => {
  using screen = open('devices')
  const rename = page.getByRole('button', { name: 'Rename Safari on iPhone' })
  await rename.click()
  await userEvent.keyboard('Phone{Escape}')
  expect(screen.calls).toEqual([])
  await rename.click()
  await userEvent.keyboard('Phone{Enter}')
  expect(screen.calls).toEqual(['renameDevice a Phone'])
})

test('a site is disconnected in all browsers at once', async () => {
  using screen = open('sites')
  const site = page.getByRole('article', { name: 'swap.example' })
  await site.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  expect(screen.calls).toEqual(['revokeDevices a,d'])
})

test('what a site may do is said in words, and ended where it still holds', async () => {
  await page.viewport(1000, 900)
  using screen = open('permissions')
  const daily = page.getByRole('article', { name: 'Send up to 5 USDC every day, to anyone' })
  await expect.element(daily).toBeVisible()
  await daily.getByRole('button', { name: 'End' }).click()
  expect(screen.calls).toEqual([`revokePermission 0x${'1'.repeat(64)}`])
  await expect.element(page.getByText('It may have ended already')).toBeVisible()
  await expect.element(page.getByText('This permission can’t be ended here')).toBeVisible()
  // Neither a revoked one, nor one of a former account.
  expect(page.getByRole('button', { name: 'End' }).elements()).toHaveLength(3)
})

test('the question for a code has the keyboard, takes six digits, and can be left', async () => {
  using screen = open('confirming')
  await expect.element(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveFocus()
  await userEvent.keyboard('123456')
  expect(screen.submitted).toEqual(['123456'])
  await userEvent.keyboard('{Escape}')
  expect(screen.calls).toEqual(['leave'])
})

test('another way of recovery is taken after it was said what that means', async () => {
  using screen = open('recovery')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(page.getByRole('dialog').getByText(/no one can restore your wallet/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.calls).toEqual([])
  await page.getByRole('button', { name: 'Use a passphrase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  expect(screen.calls).toEqual(['changeRecovery passphrase'])
})

test('automatic recovery is asked about by the vault alone', async () => {
  using screen = open('recovery by passkey')
  await page.getByRole('button', { name: 'Use automatic recovery' }).click()
  expect(screen.calls).toEqual(['changeRecovery automatic'])
})

test('a way of recovery that could not be changed says so', async () => {
  using _ = open('recovery unreachable')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Your recovery method wasn’t changed')).toBeVisible()
})

test('keys are shown after a question, and accounts imported without one', async () => {
  using screen = open('keys')
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Recovery phrase/ }).click()
  expect(screen.calls).toEqual(['showKeys', 'importAccount mnemonic'])
})

test('while the vault asks, the rest of the part is out of reach', async () => {
  using _ = open('vault asks')
  await expect.element(page.getByRole('region', { name: 'Your keys' })).toBeVisible()
  expect(document.querySelector('.settings-content')?.checkVisibility()).toBe(false)
  expect(document.querySelector('.settings-vault-place')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(320)
})

test('another email is typed into its card, and what is wrong with it is said at the field', async () => {
  using screen = open('email refused')
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect.element(page.getByLabelText('New email address')).toHaveFocus()
  await userEvent.keyboard('taken@example.org{Enter}')
  await expect.element(page.getByText(/^This email address belongs to another account/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Change email' })).toBeVisible()
  expect(screen.calls).toEqual([])
})
