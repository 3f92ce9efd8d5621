import { describe, expect, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { Address } from './Address.tsx'
import { Amount } from './Amount.tsx'
import { Announcer } from './Announcer.tsx'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { ImageIcon } from './ImageIcon.tsx'
import { NetworkIcon } from './NetworkIcon.tsx'
import { Panel } from './Panel.tsx'
import { Row } from './Row.tsx'
import { Tabs } from './Tabs.tsx'
import { Text } from './Text.tsx'
import { TextField } from './TextField.tsx'
import { act } from './testing/act.ts'
import { mountPart, violations } from './testing/mountPart.tsx'
import { ViewTransition } from './ViewTransition.tsx'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'

describe('Address', () => {
  test('short is the first six and the last four, and shows all on demand', async () => {
    using part = await mountPart(<Address address={address} />)
    expect(part.get('bdi').textContent).toBe('0x8f3C…A063')
    expect(part.get('bdi').title).toBe(address)
  })

  test('full is grouped in fours by space that is not text', async () => {
    using part = await mountPart(<Address address={address} form="full" />)
    expect(part.get('bdi').textContent).toBe(address)
    expect([...part.root.querySelectorAll('.lk-address-group')].map((group) => group.textContent)).toEqual(
      '0x 8f3C f7ad 23Cd 3CaD bD97 35AF f958 0232 39c6 A063'.split(' '),
    )
  })

  test('marks exactly the characters in which a lookalike differs', async () => {
    const lookalike = '0x8f3Cf7ad23Cd3CaDbD1735AFf958043239c6a063'
    using part = await mountPart(<Address address={address} form="full" lookalike={lookalike} />)
    expect([...part.root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['9', '2'])
    expect(part.get('bdi').textContent).toBe(address)
    expect(await violations(part.host)).toEqual([])
  })

  test('groups an address of another encoding from its first character', async () => {
    using part = await mountPart(<Address address="7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV" form="full" />)
    expect(part.get('.lk-address-group').textContent).toBe('7EcD')
  })

  test('copies by its button', async () => {
    const onCopy = vi.fn()
    using part = await mountPart(<Address address={address} onCopy={onCopy} copyLabel="Copy address" />)
    await act(() => userEvent.click(part.get('[aria-label="Copy address"]')))
    expect(onCopy).toHaveBeenCalledOnce()
  })
})

describe('Avatar', () => {
  const picture = async (of: string) => {
    using part = await mountPart(<Avatar address={of} />)
    return part.get('[part=avatar]').innerHTML
  }

  test('the same address has the same picture, however it is written', async () => {
    expect(await picture(address)).toBe(await picture(address.toLowerCase()))
  })

  test('has five tints of one hue, each 15 % nearer to white', async () => {
    using part = await mountPart(<Avatar address={address} />)
    const fills = [...part.get('[part=avatar]').children].map((circle) => circle.getAttribute('fill') ?? '')
    const tints = fills.map((fill) => (/^oklch\(([\d.]+) ([\d.]+) (\d+)\)$/.exec(fill) ?? []).slice(1).map(Number))
    const [[lightness = 0, chroma = 0, hue] = []] = tints
    expect(tints).toHaveLength(5)
    for (const [step, tint] of tints.entries()) {
      expect(tint[0]).toBeCloseTo(lightness + (1 - lightness) * 0.15 * step)
      expect(tint[1]).toBeCloseTo(chroma * (1 - 0.15 * step))
      expect(tint[2]).toBe(hue)
    }
  })

  test('addresses with the same ends have different pictures', async () => {
    const near = Array.from({ length: 16 }, (_, digit) => address.replace('bD97', `bD${digit.toString(16)}7`))
    const pictures = new Set<string>()
    for (const one of near) pictures.add(await picture(one))
    expect(pictures.size).toBe(16)
  })
})

describe('Amount', () => {
  test.each([
    ['in', '+12'],
    ['out', '−12'],
    [undefined, '12'],
  ] as const)('that goes %s reads %s', async (direction, text) => {
    using part = await mountPart(<Amount value="12" symbol="USDC" {...(direction && { direction })} />)
    expect(part.get('[part=amount-token]').textContent).toBe(`${text} USDC`)
  })

  test('is the only thing of 34 px', async () => {
    using part = await mountPart(
      <>
        <Amount value="12" symbol="USDC" />
        <Text size="display">Text</Text>
      </>,
    )
    expect(getComputedStyle(part.get('[part=amount-token]')).fontSize).toBe('34px')
    expect(getComputedStyle(part.get('[part=text]')).fontSize).toBe('22px')
  })
})

describe('Row', () => {
  test('is a button as a whole, 56 px high', async () => {
    const onClick = vi.fn()
    using part = await mountPart(<Row icon="wallet" title="Vulpes" trailing="chevron" onClick={onClick} />)
    expect(part.get('[part=row]').offsetHeight).toBe(56)
    await act(() => userEvent.click(part.get('[part=row-trailing]')))
    expect(onClick).toHaveBeenCalledOnce()
  })

  test('is a link that tells the other page nothing', async () => {
    using part = await mountPart(<Row title="Explorer" href="https://explorer.example/" trailing="external" />)
    expect(part.get<HTMLAnchorElement>('a').rel).toBe('noopener noreferrer')
  })

  test('is text when there is nothing to do', async () => {
    using part = await mountPart(<Row title="Ether" />)
    expect(part.get('[part=row]').tagName).toBe('DIV')
  })

  test('a title that is too long ends in an ellipsis and pushes nothing out', async () => {
    using part = await mountPart(
      <Row title={'Wallet '.repeat(40)} description={'Words '.repeat(40)} trailing="chevron" onClick={vi.fn()} />,
    )
    expect(part.get('[part=row]').scrollWidth).toBe(part.get('[part=row]').clientWidth)
    expect(part.get('[part=row]').offsetHeight).toBe(56)
  })
})

test('a page keeps its header and its buttons in sight, however long its content', async () => {
  using part = await mountPart(
    <Panel shape="page">
      <Header title="Review" />
      <ViewTransition viewKey="review">
        {Array.from({ length: 60 }, (_, index) => (
          <Row key={`${index + 1}`} title={`Change ${index + 1}`} />
        ))}
      </ViewTransition>
      <Footer>
        <Button onClick={vi.fn()}>Confirm</Button>
      </Footer>
    </Panel>,
  )
  const inSight = () =>
    ['header', 'button'].map((name) => {
      const { top, bottom } = part.get(`[part~=${name}]`).getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  scrollTo(0, part.get('[part=panel]').getBoundingClientRect().top + scrollY)
  expect(inSight()).toEqual([true, true])
  part.get('[part=panel]').scrollTo(0, 900)
  expect(part.get('[part=panel]').scrollTop).toBe(900)
  expect(inSight()).toEqual([true, true])
})

test('a picture that does not load is replaced by a drawn one', async () => {
  using part = await mountPart(<ImageIcon src="data:image/png;base64,broken" fallback="wallet" />)
  await expect.poll(() => part.get('[data-icon=wallet]')).toBeTruthy()
})

test('a network shows its picture when there is one, else its initial', async () => {
  using part = await mountPart(<NetworkIcon name="Base" />)
  expect(part.get('[part=network-icon]').textContent).toBe('B')
  await part.render(<NetworkIcon name="Base" imageUrl="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />)
  expect(part.get('[part=network-icon]').tagName).toBe('IMG')
})

test('the announcer is a polite live region from the start', async () => {
  using part = await mountPart(<Announcer message="" />)
  const region = part.get('[role=status]')
  await part.render(<Announcer message="Address copied" />)
  expect(part.get('[role=status]')).toBe(region)
  expect(region.textContent).toBe('Address copied')
})

test('the focus ring is 2 px of accent, 2 px away, and only for the keyboard', async () => {
  using part = await mountPart(<Button onClick={vi.fn()}>Continue</Button>, { mode: 'light' })
  await act(() => userEvent.click(part.get('button')))
  expect(getComputedStyle(part.get('button')).outlineStyle).toBe('none')
  await act(() => part.get('button').blur())
  await act(() => userEvent.keyboard('{Tab}'))
  expect(part.root.activeElement).toBe(part.get('button'))
  const { outlineWidth, outlineOffset, outlineStyle, outlineColor } = getComputedStyle(part.get('button'))
  expect({ outlineWidth, outlineOffset, outlineStyle }).toEqual({
    outlineWidth: '2px',
    outlineOffset: '2px',
    outlineStyle: 'solid',
  })
  expect(outlineColor).toBe('oklch(0.52 0.19 258)')
})

test('in forced colors the chosen tab and the field with the focus can be told from the others', async () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  const tabs = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ] as const
  await force('active')
  try {
    using part = await mountPart(
      <>
        <Tabs label="Holdings" tabs={tabs} selected="a" onSelect={vi.fn()}>
          A
        </Tabs>
        <TextField label="Email" value="" onChange={vi.fn()} />
      </>,
    )
    const [chosen, other] = [...part.root.querySelectorAll('[role=tab]')].map((tab) => getComputedStyle(tab))
    expect(chosen?.backgroundColor).not.toBe(other?.backgroundColor)
    part.get('input').focus()
    expect(getComputedStyle(part.get('[part~=field-box]')).outlineStyle).toBe('solid')
  } finally {
    await force('')
  }
})

test('every target has an edge in forced colours', async () => {
  const force = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  await force('active')
  try {
    using part = await mountPart(
      <>
        <Button onClick={vi.fn()}>Continue</Button>
        <Row title="Vulpes" onClick={vi.fn()} />
      </>,
    )
    for (const target of part.root.querySelectorAll('button')) {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(target)
      expect(borderTopWidth).toBe('1px')
      expect(borderTopColor).not.toBe(backgroundColor)
    }
  } finally {
    await force('')
  }
})

test('the checker sees into the shadow root', async () => {
  using part = await mountPart(<button type="button" />)
  expect((await violations(part.host)).join()).toContain('button-name')
})
