import type { ReactNode } from 'react'

/** One thing to look at and what can be done with it. `name` marks a title that is a balance. */
export const Card = ({
  title,
  note,
  name,
  children,
}: {
  title: string
  note: string
  name?: string
  children: ReactNode
}) => (
  <section className="card">
    <p className="note">{note}</p>
    <h2 data-balance={name}>{title}</h2>
    <div className="actions">{children}</div>
  </section>
)
