import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScenario } from './openScenario.fixture.ts'
import './press.fixture.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.fixture.ts'

const open = (name: ScenarioName) => openScenario(scenarios[name] as Scenario)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = () => page.getByRole('heading', { level: 1 })
const text = async () => {
  await expect.element(heading()).toBeVisible()
  await expect.poll(() => document.querySelector('[part~=skeleton]'), { timeout: 8_000 }).toBeNull()
  // biome-ignore lint/performance/useDomNodeTextContent: as it is laid out, with space between the parts
  return document.body.innerText.replaceAll(/\s+/g, ' ')
}
const isRed = () =>
  getComputedStyle(heading().element()).color !== getComputedStyle(document.querySelector('main') as Element).color

beforeEach(async () => {
  await page.viewport(360, 600)
})

describe('typed data are told by what they do', () => {
  test.each<[ScenarioName, readonly string[], boolean]>([
    [
      'trade of an item',
      [
        'Offer a trade',
        'You send −1 WOLVES item #1042, contract 0x5FbD…0aa3',
        'You receive +1 ETH',
        'Others receive 0.025 ETH',
      ],
      false,
    ],
    ['item for nothing', ['Give something away for free', 'You receive Nothing'], true],
    ['trade of tokens', ['You send −1,500 USDC', 'You receive +0.42 ETH'], false],
    ['Permit2 with a witness', ['Allow 0x7a25…488D to take 25 USDC', '25 USDC', 'Tied to witness'], false],
    ['permit', ['Allow 0x7099…79C8 to spend up to 25 USDC', '25 USDC'], false],
    [
      'permit for a swap',
      [
        'Let the exchange use 25 USDC for your swap',
        'Spender 0x 7099 7970',
        'Step 1 of 2: the exchange may use exactly this amount',
        'Next, confirm the swap.',
      ],
      false,
    ],
    ['permit without limit', ['spend unlimited USDC', 'Unlimited USDC'], true],
    [
      'Permit2 of a smart account',
      [
        'Allow 0x7a25…488D to take 25 USDC',
        'This is valid for your standard account too',
        '0xf39F…2266',
        'Smart account',
      ],
      false,
    ],
    [
      'permit of the plain account beside',
      [
        'Allow 0x7099…79C8 to spend up to 25 USDC',
        'This is about your standard account',
        'so your signature is valid there.',
      ],
      true,
    ],
    [
      'permit of the smart account beside',
      ['These tokens belong to another account', 'Owner of the tokens', 'your signature is valid there'],
      true,
    ],
    ['Safe transaction', ['Approve a Safe transaction', 'Action Send tokens'], false],
    ['Safe handed over', ['Let a contract control your Safe', 'The contract gets full control of the Safe'], true],
    ['delegation of the account', ['Let 0x7099…79C8 act for you', 'This may be full control'], true],
  ])('%s', async (name, words, red) => {
    using screen = open(name)
    const shown = await text()
    for (const word of words) expect(shown).toContain(word)
    expect(isRed()).toBe(red)
    // At this height some requests end below the window, and have to be scrolled through first.
    await expect.element(page.getByRole('button', { name: /^(?:Sign|Scroll to review)$/ })).toBeInTheDocument()
    expect(screen.signed).toEqual([])
  })

  test.each<ScenarioName>([
    'trade of an item',
    'Permit2 with a witness',
    'Safe transaction',
    'delegation of the account',
  ])('and by every field that is signed: %s', async (name) => {
    using _ = open(name)
    await text()
    await userEvent.click(page.getByText('All fields'))
    const shown = await text()
    const [, json] = scenarios[name].params as unknown as [string, string]
    const { types, primaryType } = JSON.parse(json) as {
      types: Record<string, { name: string }[]>
      primaryType: string
    }
    for (const field of types[primaryType] ?? []) expect(shown).toContain(field.name)
  })
})

test('a log-in for another page is refused, and the page learns why', async () => {
  using screen = open('typed sign-in elsewhere')
  expect(await text()).toContain('Named in the data bank.example')
  expect(button('Sign').query()).toBeNull()
  expect(button('Sign in').query()).toBeNull()
  await userEvent.click(button('Close'))
  await expect(screen.result).rejects.toMatchObject({ name: 'INVALID_PARAMS', details: { field: 'domain' } })
})

test('what would hide or reorder is named, what looks like markup is text, and numbers stand whole', async () => {
  using _ = open('hostile typed data')
  const shown = await text()
  expect(shown).toContain('⟨U+202E⟩evil')
  expect(shown).toContain('ba⟨U+200B⟩nk.example')
  expect(shown).toContain('<img src=x onerror=alert(1)>⟨U+0000⟩')
  expect(shown).toContain((2n ** 256n - 1n).toString())
  expect(shown).toContain((-(2n ** 255n)).toString())
  expect(shown).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
  expect(document.querySelector('main img')).toBeNull()
})
