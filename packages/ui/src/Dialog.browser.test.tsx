import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { Header } from './Header.tsx'
import { Row } from './Row.tsx'
import { TextField } from './TextField.tsx'
import { act } from './testing/act.ts'
import { type MountedPart, mountPart, violations } from './testing/mountPart.tsx'

const nothing = () => {}

type PageProps = Partial<DialogProps> & { startsOpen?: boolean }

/** A page with a button that opens a dialog with three stops: close, a row, a button. */
function Page({ startsOpen = true, onClose, children, ...rest }: PageProps) {
  const [open, setOpen] = useState(startsOpen)
  const close = () => {
    onClose?.()
    setOpen(false)
  }
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        Connect
      </button>
      <Dialog label="Connect wallet" {...rest} open={open} onClose={close}>
        {children ?? (
          <>
            <Header title="Connect wallet" onClose={close} />
            <Row title="Vulpes" onClick={nothing} />
            <Button onClick={nothing}>Continue</Button>
          </>
        )}
      </Dialog>
    </>
  )
}

const dialogOf = (part: MountedPart) => part.get<HTMLDialogElement>('dialog')
const focused = (part: MountedPart) => part.root.activeElement
const name = (part: MountedPart) => focused(part)?.getAttribute('aria-label') ?? focused(part)?.textContent
const closed = (part: MountedPart) => expect.poll(() => dialogOf(part).open).toBe(false)
const press = (keys: string) => act(() => userEvent.keyboard(keys))
const clickBackdrop = (part: MountedPart) =>
  act(() => userEvent.click(part.host.ownerDocument.documentElement, { position: { x: 4, y: 4 }, force: true }))

describe('opening', () => {
  test('stands in the top layer as a modal dialog with a name', async () => {
    using part = await mountPart(<Page />)
    expect(dialogOf(part).matches(':modal')).toBe(true)
    expect(dialogOf(part).getAttribute('aria-label')).toBe('Connect wallet')
    expect(await violations(part.host)).toEqual([])
  })

  test('moves focus to the dialog, so that its name is read', async () => {
    using part = await mountPart(<Page />)
    expect(focused(part)).toBe(dialogOf(part))
  })

  test('moves focus to the part that asks for it', async () => {
    using part = await mountPart(
      <Page>
        <Header title="Log in" onClose={nothing} />
        <TextField label="Email" value="" onChange={nothing} autoFocus />
      </Page>,
    )
    expect(focused(part)).toBe(part.get('input'))
  })

  test('leaves the page alone: no style, no class, no scroll', async () => {
    const before = document.documentElement.outerHTML.slice(0, 200)
    using part = await mountPart(<Page />)
    expect(document.documentElement.outerHTML.slice(0, 200)).toBe(before)
    expect(document.body.getAttribute('style')).toBeNull()
    expect(part.host.getAttribute('style')).toBeNull()
  })
})

describe('the keyboard', () => {
  test('walks through every stop and round again, forwards and backwards', async () => {
    using part = await mountPart(<Page />)
    const walk = async (keys: string, steps: number) => {
      const names: (string | null | undefined)[] = []
      for (let step = 0; step < steps; step++) {
        await press(keys)
        names.push(name(part))
      }
      return names
    }
    expect(await walk('{Tab}', 4)).toEqual(['Close', 'Vulpes', 'Continue', 'Close'])
    expect(await walk('{Shift>}{Tab}{/Shift}', 4)).toEqual(['Continue', 'Vulpes', 'Close', 'Continue'])
  })

  test('goes backwards from the dialog itself to the last stop', async () => {
    using part = await mountPart(<Page />)
    await press('{Shift>}{Tab}{/Shift}')
    expect(name(part)).toBe('Continue')
  })

  test('skips what is disabled, inert or not shown', async () => {
    using part = await mountPart(
      <Page>
        <Button onClick={nothing}>First</Button>
        <Button onClick={nothing} disabled>
          Disabled
        </Button>
        <div inert>
          <Button onClick={nothing}>Inert</Button>
        </div>
        <details>
          <summary>Last</summary>
          <Button onClick={nothing}>Folded</Button>
        </details>
      </Page>,
    )
    await press('{Shift>}{Tab}{/Shift}')
    expect(name(part)).toBe('Last')
    await press('{Tab}')
    expect(name(part)).toBe('First')
  })

  test('stays when there is nothing to go to', async () => {
    using part = await mountPart(<Page>Please wait</Page>)
    await press('{Tab}')
    expect(focused(part)).toBe(dialogOf(part))
  })

  test('Escape closes and gives focus back to what had it', async () => {
    using part = await mountPart(<Page startsOpen={false} />)
    await act(() => userEvent.click(part.get('#opener')))
    expect(dialogOf(part).open).toBe(true)
    await press('{Escape}')
    await closed(part)
    expect(focused(part)).toBe(part.get('#opener'))
  })

  test('Escape that a part has used itself does not close', async () => {
    const onClose = vi.fn()
    using part = await mountPart(
      <Page onClose={onClose}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it stands for a part that handles Escape */}
        <div onKeyDown={(event) => event.preventDefault()}>
          <Button onClick={nothing} autoFocus>
            Inside
          </Button>
        </div>
      </Page>,
    )
    await press('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(dialogOf(part).open).toBe(true)
  })

  test('Escape is refused while closing is disabled, as often as it is pressed', async () => {
    const [onClose, onCloseRefused] = [vi.fn(), vi.fn()]
    using part = await mountPart(<Page onClose={onClose} closeDisabled onCloseRefused={onCloseRefused} />)
    await press('{Escape}')
    await press('{Escape}')
    await press('{Escape}')
    expect(onCloseRefused).toHaveBeenCalledTimes(3)
    expect(onClose).not.toHaveBeenCalled()
    expect(dialogOf(part).open).toBe(true)
  })
})

describe('closing', () => {
  test('a click on the backdrop closes', async () => {
    using part = await mountPart(<Page />)
    await clickBackdrop(part)
    await closed(part)
  })

  test('a click inside does not', async () => {
    const onClose = vi.fn()
    using part = await mountPart(<Page onClose={onClose} />)
    await act(() => userEvent.click(part.get('h1')))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('a press inside that ends on the backdrop does not', async () => {
    const onClose = vi.fn()
    using part = await mountPart(<Page onClose={onClose} />)
    const dialog = dialogOf(part)
    part.get('h1').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('the second half of a double click does not, when the first half has moved the edge of the dialog', async () => {
    const onClose = vi.fn()
    using part = await mountPart(<Page onClose={onClose} />)
    const dialog = dialogOf(part)
    dialog.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    expect(onClose).not.toHaveBeenCalled()
  })

  const pressThenClick = (control: HTMLElement, target: Element, x = 0) => {
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1, clientX: x }))
  }

  test('a press acts on its control when content that arrives moves it before the release', async () => {
    const onClick = vi.fn()
    const onOther = vi.fn()
    using part = await mountPart(
      <Page>
        <Button onClick={onClick}>Continue</Button>
        <Row title="Vulpes" onClick={onOther} />
      </Page>,
    )
    const button = part.get('dialog [part~=button]')
    const row = part.get('dialog [part~=row]')
    pressThenClick(button, dialogOf(part))
    expect(onClick).toHaveBeenCalledTimes(1)
    pressThenClick(button, row)
    expect(onClick).toHaveBeenCalledTimes(2)
    expect(onOther).not.toHaveBeenCalled()
    // Dragged away, the press is cancelled.
    pressThenClick(button, dialogOf(part), 40)
    expect(onClick).toHaveBeenCalledTimes(2)
  })

  test('a click on the backdrop is refused while closing is disabled', async () => {
    const onCloseRefused = vi.fn()
    using part = await mountPart(<Page closeDisabled onCloseRefused={onCloseRefused} />)
    await clickBackdrop(part)
    expect(onCloseRefused).toHaveBeenCalledOnce()
    expect(dialogOf(part).open).toBe(true)
  })

  test('a dialog that the platform closes is reported', async () => {
    const onClose = vi.fn()
    using part = await mountPart(<Page onClose={onClose} />)
    await act(async () => dialogOf(part).close())
    await expect.poll(() => onClose).toHaveBeenCalledOnce()
  })

  test('a dialog that the platform closes against our word opens again', async () => {
    const onCloseRefused = vi.fn()
    using part = await mountPart(<Page closeDisabled onCloseRefused={onCloseRefused} />)
    await act(async () => dialogOf(part).close())
    await expect.poll(() => onCloseRefused).toHaveBeenCalledOnce()
    expect(dialogOf(part).matches(':modal')).toBe(true)
  })

  test('keeps its content until the way out has ended, then says so', async () => {
    const onExited = vi.fn()
    using part = await mountPart(<Page onExited={onExited} />)
    await press('{Escape}')
    expect(part.get('h1').textContent).toBe('Connect wallet')
    await expect.poll(() => onExited).toHaveBeenCalledOnce()
    await closed(part)
  })

  test('draws nothing before it was opened, and only has to show its content the second time', async () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} label="Connect wallet" onClose={nothing}>
        <p>Content</p>
      </Dialog>
    )
    using part = await mountPart(dialog(false))
    expect(dialogOf(part).childElementCount).toBe(0)
    await part.render(dialog(true))
    const content = part.get('p')
    await part.render(dialog(false))
    await expect.poll(() => dialogOf(part).open).toBe(false)
    expect(content.checkVisibility()).toBe(false)
    await part.render(dialog(true))
    expect(part.get('p')).toBe(content)
    expect(content.checkVisibility()).toBe(true)
  })

  test('opens again in the middle of its way out', async () => {
    const onExited = vi.fn()
    const dialog = (open: boolean) => (
      <Dialog open={open} label="Connect wallet" onClose={nothing} onExited={onExited}>
        Content
      </Dialog>
    )
    using part = await mountPart(dialog(true))
    await part.render(dialog(false))
    const exits = dialogOf(part).getAnimations()
    expect(exits).toHaveLength(1)
    // Read now: a cancelled animation gets another promise, which never settles.
    const ended = Promise.allSettled(exits.map(({ finished }) => finished))
    await part.render(dialog(true))
    await act(() => ended)
    expect(dialogOf(part).open).toBe(true)
    expect(onExited).not.toHaveBeenCalled()
  })

  test('gives focus back when it is removed while open', async () => {
    using part = await mountPart(<button type="button">Opener</button>)
    await act(() => part.get('button').focus())
    const page = (open: boolean) => (
      <>
        <button type="button">Opener</button>
        {open && <Dialog open label="Connect wallet" onClose={nothing} />}
      </>
    )
    await part.render(page(true))
    expect(focused(part)).toBe(dialogOf(part))
    await part.render(page(false))
    expect(focused(part)).toBe(part.get('button'))
  })
})

describe('a change of view', () => {
  const view = (label: string, button: string) => (
    <Dialog open label={label} onClose={nothing}>
      <Button key={button} onClick={nothing}>
        {button}
      </Button>
    </Dialog>
  )

  test('takes focus back to the dialog when the element that had it is gone', async () => {
    using part = await mountPart(view('Connect wallet', 'Vulpes'))
    await press('{Tab}')
    await part.render(view('Vulpes', 'Try again'))
    expect(focused(part)).toBe(dialogOf(part))
    expect(dialogOf(part).getAttribute('aria-label')).toBe('Vulpes')
  })

  test('leaves focus where it is otherwise', async () => {
    using part = await mountPart(view('Connect wallet', 'Back'))
    await press('{Tab}')
    await part.render(view('Vulpes', 'Back'))
    expect(name(part)).toBe('Back')
  })
})

test('a wheel over the dialog does not scroll the page', async () => {
  using part = await mountPart(<Page />)
  const turn = (target: Element) => {
    const event = new WheelEvent('wheel', { bubbles: true, composed: true, cancelable: true, deltaY: 100 })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(turn(dialogOf(part))).toBe(true)
  expect(turn(part.get('h1'))).toBe(true)
})

test('a wheel over content that scrolls is left to it', async () => {
  using part = await mountPart(
    <Page>
      {Array.from({ length: 40 }, (_, index) => (
        <Row key={`${index + 1}`} title={`Wallet ${index + 1}`} onClick={nothing} />
      ))}
    </Page>,
  )
  const event = new WheelEvent('wheel', { bubbles: true, composed: true, cancelable: true, deltaY: 100 })
  part.get('[part~=row]').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})
