/** Placeholders of the same size as the content that replaces them. */
export type SkeletonProps = {
  /** The shape of the content. */
  shape?: 'text' | 'row' | 'button' | 'icon' | 'amount' | 'block' | 'digit'
  /** How many; 1 when absent. */
  count?: number
}

/** A placeholder for content. Silent for assistive technology: the view announces that it loads. */
export function Skeleton({ shape = 'text', count = 1 }: SkeletonProps) {
  return (
    <div part="skeletons" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} part="skeleton" data-shape={shape} />
      ))}
    </div>
  )
}
