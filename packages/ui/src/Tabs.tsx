import { type KeyboardEvent, type ReactNode, useId } from 'react'

/** One tab; `id` must be unique. */
export type Tab<id extends string = string> = { id: id; label: string }

/** The parent owns which tab is selected. */
export type TabsProps<id extends string = string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<id>[]
  selected: id
  onSelect: (id: id) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/** The ARIA tabs pattern with automatic activation: arrows move, Home and End jump, Tab goes to the panel. */
export function Tabs<id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<id>) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex((tab) => tab.id === selected)
    const step = rightToLeft ? -1 : 1
    const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: tabs.length - 1 }[event.key]
    const target = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (target === undefined) return
    event.preventDefault()
    onSelect(target.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(target.id)}"]`)?.focus()
  }
  return (
    <div part="tabs">
      <div role="tablist" aria-label={label} part="tablist" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            part="tab"
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the tabs pattern asks for it where a panel may hold only text
        tabIndex={0}
        part="tabpanel"
      >
        {children}
      </div>
    </div>
  )
}
