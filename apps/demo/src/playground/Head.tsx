import type { ReactNode } from 'react'
import { deployment } from '../deployment.ts'

const pages = [
  ['/', 'Small Hours'],
  ['/customize', 'Customize'],
  ['/playground', 'Playground'],
] as const

/** The title bar of the developer pages: the page's name, and its actions. */
export const Head = ({ at, children }: { at: string; children?: ReactNode }) => (
  <header>
    <nav>
      {pages.map(([path, name]) =>
        path === at ? (
          <strong key={path}>{name}</strong>
        ) : (
          <a key={path} href={path}>
            {name}
          </a>
        ),
      )}{' '}
      <a href={deployment.docsUrl}>Documentation</a>
    </nav>
    {children}
  </header>
)
