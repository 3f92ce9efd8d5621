import { parseTypedData, parseUnsignedTransaction } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import axe from 'axe-core'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PendingApproval } from './createApprovalQueue.ts'
import { type OpenScenarioOptions, openScenario } from './openScenario.fixture.ts'
import { armed, press } from './press.fixture.ts'
import {
  account,
  hex,
  type Scenario,
  type ScenarioName,
  scenarios,
  signInMessage,
  somebody,
} from './scenarios.fixture.ts'
import { armingMs, dangerArmingMs } from './screen/createArming.ts'

const open = (name: ScenarioName, options?: OpenScenarioOptions) => openScenario(scenarios[name] as Scenario, options)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = () => page.getByRole('heading', { level: 1 })
/** Returns all text on screen, once there is some. */
const text = async () => {
  await expect.element(heading()).toBeVisible()
  // biome-ignore lint/performance/useDomNodeTextContent: as it is laid out, with space between the parts
  return document.body.innerText.replaceAll(/\s+/g, ' ')
}
const says = (words: string) => expect.poll(() => document.body.textContent).toContain(words)

beforeEach(async () => {
  await page.viewport(360, 600)
  document.documentElement.dir = 'ltr'
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const violations = async (): Promise<string[]> => {
  const { violations: found } = await axe.run(document.body, { runOnly: tags })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
const overflows = (): boolean =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth ||
  [...document.querySelectorAll('.wallet-content')].some((content) => content.scrollWidth > content.clientWidth)

describe.each(Object.keys(scenarios) as ScenarioName[])('%s', (name) => {
  test.each([
    ['light', 360, 600, 'ltr'],
    ['dark', 360, 600, 'ltr'],
    ['light', 430, 600, 'rtl'],
    ['dark', 320, 600, 'ltr'],
    // 360 x 600 at 200 %.
    ['light', 180, 300, 'ltr'],
  ] as const)('is accessible and fits: %s, %i x %i, %s', async (mode, width, height, dir) => {
    await page.viewport(width, height)
    document.documentElement.dir = dir
    using screen = open(name, { mode })
    await expect.element(heading()).toBeVisible()
    const neverEnds = name === 'still loading' || name === 'being tried'
    await expect.poll(() => document.querySelector('[part~=skeleton]') === null || neverEnds).toBe(true)
    // axe is slow on a busy machine.
    await expect.poll(violations, { timeout: 10_000 }).toEqual([])
    expect(overflows()).toBe(false)
    const [first, second] = [...document.querySelectorAll<HTMLElement>('[part~=buttons] > button')]
    for (const each of document.querySelectorAll<HTMLElement>('[part~=button]')) {
      expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth + 1)
    }
    if (height === 600) expect(first?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
    if (second !== undefined) {
      const size = ({ width: w, height: h }: DOMRect) => [Math.round(w), Math.round(h)]
      expect(size(first?.getBoundingClientRect() as DOMRect)).toEqual(size(second.getBoundingClientRect()))
    }
    expect(screen.signed).toEqual([])
  })
})

describe('what is shown is what is signed', () => {
  test('a message, byte for byte', async () => {
    using screen = open('message')
    await says('Welcome to Arcswap!')
    await press('Sign')
    expect(await screen.result).toBe(`0x${'07'.repeat(65)}`)
    const [content] = screen.signed
    if (content?.kind !== 'personalMessage') throw new Error('No message was signed')
    const shown = page.getByRole('region', { name: 'Message' })
    expect(`0x${[...new Uint8Array(content.message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`).toBe(
      scenarios.message.params[0],
    )
    expect(shown.query()).toBeNull()
  })

  test('typed data, field for field', async () => {
    using screen = open('typed data')
    const shown = await text()
    await press('Sign')
    await screen.result
    const [content] = screen.signed
    if (content?.kind !== 'typedData') throw new Error('No typed data were signed')
    const { message, domain, primaryType } = parseTypedData(content.typedData)
    for (const word of [
      primaryType,
      String(domain.name),
      ...Object.keys(message),
      String(message.note),
      'true',
      '17',
    ]) {
      expect(shown).toContain(word)
    }
  })

  test('a transaction, as it was filled', async () => {
    using screen = open('transfer')
    await armed('Confirm')
    await userEvent.click(page.getByText('Raw data'))
    const shown = await text()
    await press('Confirm')
    await screen.result
    const [content] = screen.signed
    if (content?.kind !== 'transaction') throw new Error('No transaction was signed')
    const signed = parseUnsignedTransaction(new Uint8Array(content.unsigned))
    expect(signed).toMatchObject({ to: somebody, value: 10n ** 17n, nonce: 5, gas: 21_000n, type: 2 })
    for (const word of ['0.1 ETH', 'Ethereum', 'Nonce 5', 'Gas limit 21000', '20.462409022 gwei']) {
      expect(shown).toContain(word)
    }
  })

  test('also after another transaction under the same id was rejected', async () => {
    using screen = open('transfer')
    const [{ from, to }] = scenarios.transfer.params as [{ from: string; to: string }]
    const second: Scenario = { method: 'eth_sendTransaction', params: [{ from, to, value: '0x2c68af0bb140000' }] }
    await armed('Confirm')
    const { result } = screen.ask(second, screen.id)
    await expect.poll(screen.queue.size).toBe(2)
    screen.queue.current()?.decision.reject()
    await says('0.2 ETH')
    await press('Confirm')
    await result
    const [content] = screen.signed
    if (content?.kind !== 'transaction') throw new Error('No transaction was signed')
    expect(parseUnsignedTransaction(new Uint8Array(content.unsigned)).value).toBe(2n * 10n ** 17n)
  })
})

describe('who asks', () => {
  test('is the origin, large; what it calls itself is said to be its own word', async () => {
    using _ = open('message')
    await expect.element(page.getByText('app.arcswap.example', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Arcswap (name not verified)')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Secure connection' })).toBeVisible()
  })

  test('in disguise is shown as it is', async () => {
    using _ = open('hostile page')
    const shown = await text()
    expect(shown).toContain('xn--80ak6aa92e.com.a-very-long-subdomain-that-goes-on-and-on.evil-wallets.example:8080')
    expect(shown).toContain('Not encrypted')
    expect(shown).not.toMatch(/[\u202a-\u202e]/)
    expect(shown).not.toContain('everybody else')
  })
})

describe('agreeing', () => {
  test('takes a moment of looking', async () => {
    using screen = open('message')
    await expect.element(button('Sign')).toBeVisible()
    const seen = performance.now()
    expect(button('Sign').element().getAttribute('aria-disabled')).toBe('true')
    ;(button('Sign').element() as HTMLElement).click()
    await armed('Sign')
    expect(performance.now() - seen).toBeGreaterThan(armingMs - 100)
    expect(screen.signed).toEqual([])
  })

  test('is by hand: a click or key that a script made does nothing', async () => {
    using screen = open('message')
    const sign = (await armed('Sign')).element() as HTMLElement
    sign.click()
    sign.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    sign.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(screen.signed).toEqual([])
    await press('Sign')
    await screen.result
  })

  test('works by keyboard, Reject before Confirm, and starts at the sentence', async () => {
    using screen = open('message')
    await expect.element(heading()).toHaveFocus()
    await armed('Sign')
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(button('Reject')).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(button('Sign')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.result
  })

  test('does not carry over: the next request arms anew', async () => {
    using screen = open('message')
    const second = screen.ask({ method: 'personal_sign', params: [hex('Another one'), account] })
    await press('Sign')
    await screen.result
    await expect.element(page.getByText('Another one')).toBeVisible()
    expect(button('Sign').element().getAttribute('aria-disabled')).toBe('true')
    await press('Sign')
    await second.result
    expect(screen.signed).toHaveLength(2)
  })

  test('is not possible while the content is not complete', async () => {
    using screen = open('still loading')
    await expect.element(button('Confirm')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button('Reject'))
    await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
  })
})

describe('the rule for confirming', () => {
  const isArmed = (name: string) => button(name).query()?.getAttribute('aria-disabled') === null
  const content = () => document.querySelector('.wallet-content') as HTMLElement

  test('what does not fit has to be scrolled to', async () => {
    using screen = open('several calls')
    await expect.element(button('Scroll to review')).toBeVisible()
    expect(button('Confirm').query()).toBeNull()
    for (const width of [370, 320]) {
      await page.viewport(width, 600)
      // On one line.
      expect(button('Scroll to review').element().getBoundingClientRect().height).toBe(48)
    }
    await userEvent.click(button('Scroll to review'))
    await press('Confirm')
    await screen.result
  })

  test('scrolling by hand does the same, and danger takes longer', async () => {
    await page.viewport(360, 440)
    using _ = open('approval without limit')
    await expect.element(button('Scroll to review')).toBeVisible()
    const read = performance.now()
    content().scrollTop = content().scrollHeight
    await armed('Confirm')
    expect(performance.now() - read).toBeGreaterThan(dangerArmingMs - 200)
  })

  test('a warning that is below the fold has to be scrolled to as well', async () => {
    await page.viewport(360, 480)
    using screen = open('permit')
    await expect.element(button('Scroll to review')).toBeVisible()
    const warning = page.getByText('Your signature alone is enough')
    for (let turn = 0; turn < 6 && button('Scroll to review').query() !== null; turn++)
      await userEvent.click(button('Scroll to review'), { timeout: 500 }).catch(() => undefined)
    await expect.element(warning).toBeInViewport({ ratio: 1 })
    await press('Sign')
    await screen.result
  })

  test('a press that comes with a change of size, before that is told, does not count', async () => {
    using screen = open('message')
    const sign = await armed('Sign')
    let isPressed = false
    const height = vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(innerHeight)
    onTestFinished(() => height.mockRestore())
    const resize = () => {
      isPressed = true
      height.mockReturnValue(innerHeight + 1)
    }
    addEventListener('click', resize, { capture: true, once: true })
    await userEvent.click(sign)
    expect([isPressed, screen.signed]).toEqual([true, []])
    await press('Sign')
    await screen.result
  })

  test('neither scrolling nor opening a detail arms anew', async () => {
    using _ = open('transfer')
    await armed('Confirm')
    content().scrollTop = content().scrollHeight
    await userEvent.click(page.getByText('Raw data'))
    await expect.element(page.getByText('Gas limit')).toBeVisible()
    expect(isArmed('Confirm')).toBe(true)
  })

  test('a fact that changes arms anew', async () => {
    using _ = open('transfer')
    await armed('Confirm')
    heading().element().append(' and more')
    await expect.poll(() => isArmed('Confirm'), { interval: 5 }).toBe(false)
    await armed('Confirm')
  })

  test.each([
    [740, 276],
    [500, 129],
    [320, 225],
  ])('on a screen of %i x %i every button can be reached, after all that is agreed to', async (width, height) => {
    await page.viewport(width, height)
    using screen = open('transfer')
    const confirm = await armed('Confirm')
    for (const each of [button('Reject'), confirm]) {
      each.element().scrollIntoView({ block: 'nearest' })
      const { top, bottom } = each.element().getBoundingClientRect()
      // Browsers scroll by whole pixels, and elements begin between them.
      expect(Math.round(top)).toBeGreaterThanOrEqual(0)
      expect(Math.round(bottom)).toBeLessThanOrEqual(height)
    }
    await press('Confirm')
    await screen.result
  })
})

describe('several at once', () => {
  test('say which of how many is shown, and are rejected together', async () => {
    using screen = open('message')
    const others = [screen.ask(), screen.ask()]
    await expect.element(page.getByText('1 of 3')).toBeVisible()
    await userEvent.click(button('Reject'))
    await expect.element(page.getByText('2 of 3')).toBeVisible()
    await userEvent.click(button('Reject all'))
    for (const { result } of [screen, ...others]) await expect(result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(heading().query()).toBeNull()
    expect(screen.signed).toEqual([])
  })
})

describe('a screen reader', () => {
  test('hears who asks and how grave it is where it starts', async () => {
    using _ = open('approval without limit')
    await expect.element(heading()).toHaveFocus()
    await expect.element(heading()).toHaveAccessibleDescription(/app\.arcswap\.example.*Danger: No limit/)
  })
})

describe('money', () => {
  test('is told in dollars: the amount in the sentence, the cost rounded up', async () => {
    using _ = openScenario({ ...scenarios.transfer, priceUsd: 2_500, names: { [somebody]: 'ada.eth' } } as Scenario)
    await expect.element(heading()).toHaveTextContent('Send 0.1 ETH ($250.00) to ada.eth')
    // 0.00043 ETH is $1.075.
    expect(await text()).toContain('Network fee Up to $1.08 0.00043 ETH')
  })

  test('has six digits at most, and all of them on demand', async () => {
    using _ = open('exact transfer')
    await expect.poll(() => heading().element().textContent).toMatch(/^Send 1\.23457 ETH to/)
    await userEvent.click(page.getByText('Exact amount'))
    expect(await text()).toMatch(/1\.234567\d+ ETH/)
  })

  test('of a token is told by its own price', async () => {
    const [{ to }] = scenarios['token transfer'].params as [{ to: string }]
    using _ = openScenario({ ...scenarios['token transfer'], pricesUsd: { [to]: 1 } } as Scenario)
    await expect.poll(() => heading().element().textContent).toMatch(/^Send 12\.5 USDC \(\$12\.50\) to/)
  })
})

describe('saying no', () => {
  test.each(['message', 'typed data', 'transfer', 'chain down'] as const)('to a %s rejects it', async (name) => {
    using screen = open(name)
    await userEvent.click(button('Reject'))
    await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(heading().query()).toBeNull()
  })

  test('is the page’s right too', async () => {
    using screen = open('message')
    await expect.element(heading()).toBeVisible()
    screen.drop()
    await expect(screen.result).rejects.toMatchObject({ name: 'ABORTED' })
    await expect.poll(() => heading().query()).toBeNull()
  })
})

describe('what cannot be agreed to', () => {
  test('a sign-in for another page is refused in red, and the page learns why', async () => {
    using screen = open('sign in elsewhere')
    await says('Blocked: sign-in for another site')
    expect(await text()).toContain('Named in the message bank.example')
    expect(button('Sign in').query()).toBeNull()
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: 'INVALID_PARAMS', details: { field: 'domain' } })
  })

  test('a sign-in for another page is refused also when something in it cannot be read', async () => {
    const message = signInMessage('bank.example').replace('I accept', 'I \u202aaccept')
    using _ = openScenario({ method: 'personal_sign', params: [hex(message), account] })
    await says('Blocked: sign-in for another site')
    expect(button('Sign').query()).toBeNull()
  })

  test('a transaction that the account cannot pay, until it can', async () => {
    using screen = open('without funds')
    await expect.element(page.getByText('You have 0.05 ETH. This needs up to 0.10043 ETH.')).toBeVisible()
    screen.chain.eth_getBalance = '0xde0b6b3a7640000'
    await userEvent.click(button('Check again'))
    await press('Confirm')
    await screen.result
  })

  test.each([
    ['without funds', 'INSUFFICIENT_FUNDS'],
    ['would fail', 'EXECUTION_REVERTED'],
  ] as const)('a transaction %s fails with %s, and nothing is signed', async (name, error) => {
    using screen = open(name)
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: error })
    expect(screen.signed).toEqual([])
  })
})

describe('what goes wrong', () => {
  test('a chain that does not answer is asked again', async () => {
    using screen = open('chain down')
    await expect.element(page.getByText('Can’t reach the network')).toBeVisible()
    screen.chain.eth_getTransactionCount = '0x5'
    await userEvent.click(button('Try again'))
    await press('Confirm')
    await screen.result
  })

  test('a service that does not answer leaves the message to be signed again', async () => {
    using screen = open('service down')
    await press('Sign')
    await expect.element(page.getByText('Can’t reach the wallet service')).toBeVisible()
    screen.signFailure.current = undefined
    await press('Try again')
    await screen.result
  })

  test('a transaction that may be out is only sent again, never signed again', async () => {
    using screen = open('transfer')
    screen.chain.eth_sendRawTransaction = new AppError('CHAIN_UNREACHABLE')
    await press('Confirm')
    await expect.element(page.getByText('The network didn’t respond')).toBeVisible()
    screen.chain.eth_sendRawTransaction = new AppError('TRANSACTION_KNOWN')
    await press('Send again')
    await screen.result
    expect(screen.signed).toHaveLength(1)
  })

  test('a nonce that is gone is filled anew and shown before it is signed', async () => {
    using screen = open('transfer')
    await armed('Confirm')
    screen.chain.eth_getTransactionCount = '0x6'
    await press('Confirm')
    await expect.element(page.getByText('Another transaction was sent first')).toBeVisible()
    expect(screen.signed).toEqual([])
    await press('Confirm')
    await screen.result
    const [content] = screen.signed
    expect(content?.kind === 'transaction' && parseUnsignedTransaction(new Uint8Array(content.unsigned)).nonce).toBe(6)
  })

  test('two quick sends use two nonces', async () => {
    using screen = open('transfer')
    let sent = 5
    Object.assign(screen.chain, {
      eth_getTransactionCount: () => `0x${sent.toString(16)}`,
      eth_sendRawTransaction: () => {
        sent++
        return `0x${'ab'.repeat(32)}`
      },
    })
    const second = screen.ask()
    await press('Confirm')
    await screen.result
    await press('Confirm')
    await second.result
    const nonces = screen.signed.map(
      (content) => content.kind === 'transaction' && parseUnsignedTransaction(new Uint8Array(content.unsigned)).nonce,
    )
    expect(nonces).toEqual([5, 6])
  })

  test('a screen that throws fails its own request, and the next one is shown', async () => {
    using screen = open('message')
    await expect.poll(screen.queue.current).not.toBeNull()
    const first = screen.queue.current() as PendingApproval
    const Broken = () => {
      throw new Error('This cannot be shown')
    }
    const render = Promise.resolve(() => <Broken />)
    const broken = screen.queue.ask(first, render, new AbortController().signal)
    const { result } = screen.ask()
    await expect.poll(screen.queue.size).toBe(3)
    first.decision.reject()
    await expect(broken).rejects.toMatchObject({ name: 'INTERNAL' })
    await press('Sign')
    expect(await result).toBe(`0x${'07'.repeat(65)}`)
  })

  test('being offline is said', async () => {
    using _ = open('message')
    const online = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine') as PropertyDescriptor
    Object.defineProperty(Navigator.prototype, 'onLine', { ...online, get: () => false })
    try {
      dispatchEvent(new Event('offline'))
      await expect.element(page.getByText('You’re offline')).toBeVisible()
    } finally {
      Object.defineProperty(Navigator.prototype, 'onLine', online)
    }
  })
})

describe('danger', () => {
  test.each([
    ['permit without limit', 'spend unlimited USDC'],
    ['approval without limit', 'spend unlimited USDC'],
    ['digest', 'Sign data you can’t read'],
  ] as const)('%s is named and red', async (name, words) => {
    using _ = open(name)
    await says(words)
    await expect
      .poll(() => getComputedStyle(heading().element()).color)
      .not.toBe(getComputedStyle(document.querySelector('main') as Element).color)
    await expect.poll(() => document.querySelector('[part~=button-danger]')).not.toBeNull()
  })

  test('keeps its colours whatever theme the page asks for', async () => {
    using _ = open('permit without limit', { variables: { '--lk-accent': '#00ff00' } })
    await text()
    const danger = getComputedStyle(heading().element()).color
    expect(danger).not.toBe('rgb(0, 255, 0)')
  })
})
