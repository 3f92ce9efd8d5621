import { Icon } from '@latchkey/ui'
import { useEffect, useRef } from 'react'
import { type SectionId, sections } from './sections.ts'

/** The parts of the page: beside it, or a line over it where the window is narrow. */
export function Sidebar({ current, name }: { current: SectionId; name: string | null }) {
  const list = useRef<HTMLUListElement>(null)
  // Where the line is longer than the window, the part that is shown is in sight.
  useEffect(() => {
    list.current?.querySelector(`[href="#/${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  return (
    <header className="settings-side">
      <div className="settings-who">
        <p className="settings-brand">
          <Icon name="wallet" />
          Your wallet
        </p>
        {name !== null && <bdi className="settings-who-email">{name}</bdi>}
      </div>
      <nav aria-label="Wallet settings">
        <ul ref={list} className="settings-nav">
          {sections.map(({ id, title, icon }) => (
            <li key={id}>
              <a href={`#/${id}`} aria-current={id === current ? 'page' : undefined}>
                <Icon name={icon} />
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
