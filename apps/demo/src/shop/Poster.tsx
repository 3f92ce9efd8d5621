import type { ReactNode } from 'react'
import type { Poster as PosterColors } from './shows.ts'

const six = [0, 1, 2, 3, 4, 5]

const drawings: Record<PosterColors['drawing'], (colors: PosterColors) => ReactNode> = {
  moon: ({ sky, ground, light }) => (
    <>
      <circle cx="206" cy="136" r="42" fill={light} />
      <circle cx="189" cy="125" r="39" fill={sky} />
      <path d="M0 236q80-44 160-16t160-14v114H0z" fill={ground} />
      <path d="M0 268q90-30 180-8t140-16v76H0z" fill="#000" opacity=".3" />
    </>
  ),
  reeds: ({ ground, light }) => (
    <>
      <circle cx="160" cy="150" r="84" fill={light} />
      {six.map((n) => (
        <path key={n} d={`M${36 + n * 52} 320q-8-90 ${n % 2 ? 10 : -12}-${150 + (n % 3) * 26}`} {...line(ground, 7)} />
      ))}
      <path d="M118 214q10-56 44-72 26-12 30-52l22 8-12 6q-4 50-24 62-20 14-14 48z" fill={ground} />
      <path d="M0 286h320v34H0z" fill={ground} />
    </>
  ),
  waves: ({ ground, light }) => (
    <>
      <circle cx="160" cy="188" r="88" fill={light} />
      {six.map((n) => (
        <path
          key={n}
          d={`M-20 ${196 + n * 25}q45-30 90 0t90 0 90 0 90 0v140H-20z`}
          fill={ground}
          opacity={0.4 + n / 10}
        />
      ))}
    </>
  ),
  lanterns: ({ light }) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => {
      const [x, y] = [62 + (n % 3) * 98, 70 + Math.floor(n / 3) * 92]
      return (
        <g key={n} opacity={n === 4 ? 1 : 0.35 + (n % 4) * 0.12}>
          <path d={`M${x} 0V${y - 24}`} {...line(light, 1.5)} />
          <circle cx={x} cy={y} r="34" fill={light} opacity=".16" />
          <rect x={x - 14} y={y - 22} width="28" height="44" rx="13" fill={light} />
        </g>
      )
    }),
  steps: ({ ground, light }) => (
    <>
      <circle cx="232" cy="84" r="36" fill={light} />
      {six.map((n) => (
        <path
          key={n}
          d={`M${n * 54} ${290 - n * 38}h${320 - n * 54}v54H${n * 54}z`}
          fill={ground}
          opacity={0.3 + n / 9}
        />
      ))}
      <path d="M0 300h320v20H0z" fill={ground} />
    </>
  ),
  strings: ({ ground, light }) => (
    <>
      <path d="M0 320V214q92-70 160-8t160-18v132z" fill={ground} />
      <circle cx="160" cy="196" r="58" fill={light} />
      <circle cx="160" cy="196" r="24" fill={ground} />
      {six.map((n) => (
        <path key={n} d={`M${135 + n * 10} 0v320`} {...line(ground, 1 + n * 0.4)} />
      ))}
    </>
  ),
}

const line = (color: string, width: number) => ({
  fill: 'none',
  stroke: color,
  strokeWidth: width,
  strokeLinecap: 'round' as const,
})

/** The poster of a show. Decoration beside its name. */
export const Poster = ({ poster }: { poster: PosterColors }) => (
  <svg className="poster" viewBox="0 0 320 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="320" height="320" fill={poster.sky} />
    {drawings[poster.drawing](poster)}
  </svg>
)
