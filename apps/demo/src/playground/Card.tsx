import type { ReactNode } from 'react'

/** A topic with its actions. `name` marks a title that is a balance. */
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
