import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { holdPageScroll } from './holdPageScroll.ts'
import { Panel } from './Panel.tsx'

/** The parent owns whether the dialog is open; closing only calls `onClose`. */
export type DialogProps = {
  open: boolean
  /** Accessible name: the active view's title. Changing it announces to assistive technology that the view changed. */
  label: string
  /** Escape, the platform's back gesture, or a click on the backdrop. */
  onClose: () => void
  /** The user must decide first: Escape and backdrop call `onCloseRefused` instead. */
  closeDisabled?: boolean
  onCloseRefused?: () => void
  /** After the exit animation has ended; until then the children are still visible and must stay as they are. */
  onExited?: () => void
  /** Closing shows the children for 700 ms before they leave, for a final message. */
  lingering?: boolean
  /** True for the 500 ms of a shake. */
  shaking?: boolean
  children?: ReactNode
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex]'

const controls = 'a[href], button'

/** The control that an event went through; undefined when there was none. */
const findControl = ({ nativeEvent }: MouseEvent | PointerEvent): HTMLElement | undefined =>
  nativeEvent.composedPath().find((each): each is HTMLElement => each instanceof HTMLElement && each.matches(controls))

/** The maximum distance that a pointer moves, in CSS pixels, during one press. */
const maxPressTravel = 8

/** The tab stops, in order; slotted content is at its slot. */
const stops = (dialog: HTMLElement): HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>(`${focusable}, slot`)]
    .flatMap((element) =>
      element instanceof HTMLSlotElement
        ? (element.assignedElements({ flatten: true }) as HTMLElement[]).filter((each) => each.matches(focusable))
        : [element],
    )
    .filter((element) => element.tabIndex >= 0 && element.closest('[inert]') === null && element.checkVisibility())

const focusedIn = (dialog: HTMLElement): Element | null => (dialog.getRootNode() as Document | ShadowRoot).activeElement

/** The focused element itself, not its shadow host. */
const focusedAnywhere = (document: Document): Element | null => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/**
 * The modal dialog of the ARIA pattern on the native element: top layer, the page behind it inert, focus moved in, kept, and returned. A
 * bottom sheet at 430 px and below. The children are drawn from the first opening on.
 */
export function Dialog(props: DialogProps) {
  const { open, label, onClose, closeDisabled = false, onCloseRefused, onExited, children } = props
  const { lingering = false, shaking = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element | null>(null)
  const pressedBackdrop = useRef(false)
  const pressed = useRef<{ control: HTMLElement; x: number; y: number } | null>(null)
  const [present, setPresent] = useState(open)
  // Content that has been shown once stays drawn in the closed dialog, so that opening it again only has to show it.
  const [drawn, setDrawn] = useState(open)
  if (open && !present) setPresent(true)
  if (open && !drawn) setDrawn(true)
  const closing = present && !open
  const exited = useRef(onExited)

  useLayoutEffect(() => {
    exited.current = onExited
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || !present) return
    opener.current = focusedAnywhere(dialog.ownerDocument)
    // The dialog itself, not its first button: screen readers announce the name, and no unexpected focus ring shows.
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    // With this, the browser moves the focus once; without it, to the first button and from there.
    first.autofocus = true
    dialog.showModal()
    first.autofocus = false
    first.focus({ preventScroll: true })
    const release = holdPageScroll(dialog)
    return () => {
      release()
      dialog.close()
      ;(opener.current as HTMLElement | null)?.focus({ preventScroll: true })
    }
  }, [present])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null || !closing) return
    let reopened = false
    void Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished)).then(() => {
      if (reopened) return
      setPresent(false)
      exited.current?.()
    })
    return () => {
      reopened = true
    }
  }, [closing])

  // A new view replaced the element that had the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog?.open === true && !dialog.contains(focusedIn(dialog))) dialog.focus({ preventScroll: true })
  }, [label])

  const requestClose = () => (closeDisabled ? onCloseRefused?.() : onClose())

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      // Here and not in `cancel`: a second Escape makes the browser close the dialog regardless.
      event.preventDefault()
      event.stopPropagation()
      requestClose()
    }
    if (event.key !== 'Tab') return
    const dialog = event.currentTarget
    const order = stops(dialog)
    const active = focusedIn(dialog)
    const [from, to] = event.shiftKey ? [order[0], order.at(-1)] : [order.at(-1), order[0]]
    if (active !== from && !(event.shiftKey && active === dialog) && order.length > 0) return
    event.preventDefault()
    to?.focus()
  }
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    requestClose()
  }
  // The platform may close a dialog despite a refusal, as Android does at a second back gesture.
  const onClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget
    // Removed from the page while open, it closes too.
    if (event.target !== dialog || !open || dialog.open || !dialog.isConnected) return
    if (closeDisabled) dialog.showModal()
    requestClose()
  }
  // A press that starts inside and ends outside, as when selecting text, is not a click on the backdrop. Nor is the second half of a
  // double click: the first half may have changed the view, and the dialog's edge with it.
  const onPointerDown = (event: PointerEvent) => {
    pressedBackdrop.current = event.target === event.currentTarget
    const control = findControl(event)
    pressed.current = control === undefined ? null : { control, x: event.clientX, y: event.clientY }
  }
  // Content that loads between press and release moves the control away from a pointer that didn't move: the browser then clicks whatever
  // moved there. The click is meant for the pressed control.
  const onClickCapture = (event: MouseEvent) => {
    if (event.detail === 0) return
    const press = pressed.current
    pressed.current = null
    if (press === null || !press.control.isConnected || findControl(event) === press.control) return
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > maxPressTravel) return
    event.preventDefault()
    event.stopPropagation()
    press.control.click()
  }
  const onClick = (event: MouseEvent) => {
    if (pressedBackdrop.current && event.target === event.currentTarget && event.detail < 2) requestClose()
    pressedBackdrop.current = false
  }

  return (
    <dialog
      ref={ref}
      part="dialog"
      tabIndex={-1}
      aria-label={label}
      data-closing={closing ? (lingering ? 'late' : 'now') : undefined}
      data-shaking={shaking || undefined}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClosed}
      onPointerDown={onPointerDown}
      onClickCapture={onClickCapture}
      onClick={onClick}
    >
      {drawn && <Panel>{children}</Panel>}
    </dialog>
  )
}
