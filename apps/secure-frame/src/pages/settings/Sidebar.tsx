import { t } from '@latchkey/copy/settings'
import { Icon } from '@latchkey/ui'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { sections } from './sections.ts'

/** The list of sections: beside the page, or a row above it where the window is narrow. */
export function Sidebar({ name }: { name: string | null }) {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // Where the row is wider than the window, scrolls to the current section.
  useEffect(() => {
    list.current?.querySelector(`[href="#${pathname}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <header className="settings-side">
      <div className="settings-who">
        <p className="settings-brand">
          <Icon name="wallet" />
          {t('brand')}
        </p>
        {name !== null && <bdi className="settings-who-email">{name}</bdi>}
      </div>
      <nav aria-label={t('sections.label')}>
        <ul ref={list} className="settings-nav">
          {sections.map(({ id, icon }) => (
            <li key={id}>
              <NavLink to={id}>
                <Icon name={icon} />
                {t(`sections.${id}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
