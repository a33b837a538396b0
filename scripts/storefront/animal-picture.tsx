import type { JSX } from 'preact'
import type { AnimalKind } from '../../fixtures/datasets/categories.ts'
import type { Id } from './pets.ts'

/** The colours of a coat: most of it, its shade, and its light parts. */
interface Coat {
  readonly main: string
  readonly dark: string
  readonly light: string
}

const dark = '#2b2521'
const pink = '#e8958f'

const furs: readonly Coat[] = [
  { main: '#c98d55', dark: '#9a6234', light: '#f6e3c8' },
  { main: '#8a6a55', dark: '#644a3a', light: '#e6d3c0' },
  { main: '#e8c48e', dark: '#c1945a', light: '#fbf0da' },
  { main: '#8b8f98', dark: '#656a74', light: '#e7e9ec' },
  { main: '#55504e', dark: '#393533', light: '#d9d2cb' },
  { main: '#e49a5c', dark: '#bd6c30', light: '#fdeedd' },
  { main: '#f0e6da', dark: '#cbb59c', light: '#fffaf3' },
]

const brights: readonly Coat[] = [
  { main: '#ef7d4f', dark: '#c4552a', light: '#ffe2cf' },
  { main: '#46a06d', dark: '#2c774c', light: '#d5efdc' },
  { main: '#4c8fd0', dark: '#2e69a5', light: '#d5e8f9' },
  { main: '#e5b63c', dark: '#b8871b', light: '#fdf1cc' },
  { main: '#d3586b', dark: '#a53649', light: '#fbdcdf' },
  { main: '#7a78cf', dark: '#5552a6', light: '#e2e1f7' },
  { main: '#3ca3a6', dark: '#247a7d', light: '#d0eeee' },
]

const drawings: Readonly<Record<AnimalKind, (coat: Coat, variant: number) => JSX.Element>> = {
  dog: drawDog,
  cat: drawCat,
  bird: drawBird,
  fish: drawFish,
  'small-mammal': drawHamster,
  horse: drawHorse,
  reptile: drawLizard,
}

const furry: readonly AnimalKind[] = ['dog', 'cat', 'small-mammal', 'horse']

/** A picture of an animal that looks the same wherever it is shown: its id picks the colours. */
export function AnimalPicture({ id, kind }: { readonly id: Id; readonly kind: AnimalKind | undefined }): JSX.Element {
  // From all digits, so that neighbours differ and the ends of int64 are no special case.
  const number = Array.from(id).reduce((sum, digit) => (sum * 37 + digit.charCodeAt(0) * 101) % 65_521, 7)
  const coats = kind !== undefined && furry.includes(kind) ? furs : brights
  const coat = coats[(number >> 3) % coats.length] ?? coats[0]
  return (
    <svg
      class={`picture sky-${number % 6}`}
      viewBox="0 0 200 150"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle class="sun" cx={150 - (number % 5) * 25} cy="62" r="50" />
      {coat === undefined ? null : kind === undefined ? drawPaw(coat) : drawings[kind](coat, number % 3)}
    </svg>
  )
}

function drawEyes(y: number, apart: number, size = 6): JSX.Element {
  return (
    <>
      {[100 - apart, 100 + apart].map((x) => (
        <g key={x}>
          <circle cx={x} cy={y} r={size} fill={dark} />
          <circle cx={x + size / 3} cy={y - size / 3} r={size / 3} fill="#fff" />
        </g>
      ))}
    </>
  )
}

function drawDog({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <path d="M52 150c0-30 20-44 48-44s48 14 48 44z" fill={main} />
      <path d="M78 150c0-20 8-32 22-32s22 12 22 32z" fill={light} />
      <path d="M58 70c0-30 18-46 42-46s42 16 42 46-16 52-42 52-42-22-42-52z" fill={main} />
      {variant === 1 && <path d="M104 27c22 2 36 17 37 41-6 12-32 8-38-8-4-11-4-24 1-33z" fill={shade} />}
      {variant === 2 && (
        <path d="M93 24.400q7-1 14 0c3 14 5 28 8 42 0 8-7 12-15 12s-15-4-15-12c3-14 5-28 8-42z" fill={light} />
      )}
      <path d="M66 34c-18-4-30 10-30 34 0 18 8 30 17 30 13 0 15-22 17-38 1-10 2-22-4-26z" fill={shade} />
      <path d="M134 34c18-4 30 10 30 34 0 18-8 30-17 30-13 0-15-22-17-38-1-10-2-22 4-26z" fill={shade} />
      <ellipse cx="100" cy="96" rx="27" ry="23" fill={light} />
      {variant !== 1 && <path d="M92 107h16v10a8 8 0 0 1-16 0z" fill={pink} />}
      <path d="M100 92v13m0 0c-3 6-12 6-15 1m15-1c3 6 12 6 15 1" class="line" />
      <path d="M88 84c0-6 24-6 24 0 0 5-7 11-12 11s-12-6-12-11z" fill={dark} />
      {drawEyes(66, 19)}
    </g>
  )
}

function drawCat({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <path d="M56 150c0-30 18-46 44-46s44 16 44 46z" fill={main} />
      <path d="M82 150c0-18 6-32 18-32s18 14 18 32z" fill={light} />
      <path d="M55 70 53 25c0-5 4-6 8-3l30 24zM145 70l2-45c0-5-4-6-8-3l-30 24z" fill={main} />
      <path d="m62 54-1-20 15 12zM138 54l1-20-15 12z" fill={pink} />
      <path d="M50 78c0-28 22-44 50-44s50 16 50 44-22 42-50 42-50-14-50-42z" fill={main} />
      {variant === 0 && (
        <path
          d="M95 35h10l-2 20h-6zM78 39l8-3 4 17-5 1zM122 39l-8-3-4 17 5 1zM51 84l18 2v5l-16 2zM149 84l-18 2v5l16 2z"
          fill={shade}
        />
      )}
      {variant === 1 && (
        <path d="M100 34c28 0 50 16 50 44 0 6-1 11-3 15-22 4-41-8-45-28-2-11-3-22-2-31z" fill={shade} />
      )}
      <path d="M72 100c0-12 14-18 28-18s28 6 28 18-14 19-28 19-28-7-28-19z" fill={light} />
      <path d="M100 96v6m0 0c-3 6-11 6-14 1m14-1c3 6 11 6 14 1" class="line" />
      <path d="M93 89c0-3 14-3 14 0s-5 8-7 8-7-5-7-8z" fill={pink} />
      <path d="M66 98 38 94m28 10-27 5m95-11 28-4m-28 10 27 5" class="thin" />
      {drawEyes(74, 22, 7)}
    </g>
  )
}

function drawBird({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <path d="M22 133c50-6 104-6 156 0" stroke="#8a6446" stroke-width="8" stroke-linecap="round" fill="none" />
      <path d="M120 112c10 14 14 26 12 37h-14c-4-10-8-20-10-32z" fill={shade} />
      {variant !== 2 && <path d="M88 30c-6-8-4-18 2-22 2 6 5 9 9 11 0-6 3-12 9-14 0 9 2 17-4 25z" fill={shade} />}
      <path d="M62 66c0-25 16-42 38-42 27 0 42 20 42 56 0 32-16 52-40 52-26 0-40-24-40-66z" fill={main} />
      <path d="M70 96c0-16 10-24 22-24s20 12 20 28-6 30-16 32c-16-2-26-16-26-36z" fill={light} />
      <path d="M146 72c4 30-8 52-30 58-10-20-4-48 12-60 6-4 16-6 18 2z" fill={shade} />
      <ellipse cx="84" cy="53" rx="16" ry="15" fill={light} />
      <path d="M70 56c-12-6-24 0-24 13 0 8 3 12 8 14 1-9 6-13 16-12z" fill="#e9a13b" />
      <path d="M70 71c-7-1-12 1-14 6 6 4 13 2 16-3z" fill="#b9741c" />
      <circle cx="86" cy="51" r="7" fill={dark} />
      <circle cx="88.5" cy="48.5" r="2.3" fill="#fff" />
      <path d="M88 129v9m-8-9v9m28-9v9m-8-9v9" stroke="#b9741c" stroke-width="5" stroke-linecap="round" />
    </g>
  )
}

function drawFish({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <path d="M138 78c10-20 26-30 40-28 4 12-2 22-10 28 8 6 14 16 10 28-14 2-30-8-40-28z" fill={shade} />
      <path d="M78 46c10-22 34-26 54-14-2 14-8 20-16 26zM88 112c6 14 20 18 34 12-2-10-6-14-12-18z" fill={shade} />
      <path d="M28 80c8-28 34-44 64-44 28 0 48 20 60 42-12 24-32 42-60 42-30 0-56-14-64-40z" fill={main} />
      {variant === 0 && (
        <path
          d="M84 37h18c-8 28-8 56 0 83H84c-8-27-8-57 0-83zM122 46l12 8c-6 16-6 34 0 50l-12 8c-8-22-8-44 0-66z"
          fill={light}
        />
      )}
      {variant === 1 && <path d="M34 94c16 8 60 12 112-6-12 18-30 32-54 32-26 0-48-10-58-26z" fill={light} />}
      {variant === 2 && (
        <path
          d="M92 62q8-8 16 0-8 8-16 0zm22 8q8-8 16 0-8 8-16 0zm-22 16q8-8 16 0-8 8-16 0zm22 8q8-8 16 0-8 8-16 0z"
          fill={light}
        />
      )}
      <path d="M78 84c14-6 26-2 30 8-8 8-20 8-30 2z" fill={shade} />
      <circle cx="58" cy="70" r="10" fill="#fff" />
      <circle cx="56" cy="70" r="6" fill={dark} />
      <circle cx="58" cy="68" r="2" fill="#fff" />
      <path d="M31 90c6 3 11 3 16 0" class="line" />
      <g class="bubble">
        <circle cx="24" cy="56" r="5" />
        <circle cx="34" cy="38" r="7" />
        <circle cx="23" cy="22" r="4" />
      </g>
    </g>
  )
}

function drawHamster({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <circle cx="60" cy="42" r="17" fill={main} />
      <circle cx="140" cy="42" r="17" fill={main} />
      <circle cx="60" cy="43" r="9" fill={pink} />
      <circle cx="140" cy="43" r="9" fill={pink} />
      <path d="M42 150V96c0-40 22-66 58-66s58 26 58 66v54z" fill={main} />
      {variant === 1 && <path d="M92 31h16l5 46H87z" fill={light} />}
      {variant === 2 && <path d="M100 30c36 0 58 26 58 66-24 6-50-10-56-34-3-12-4-22-2-32z" fill={shade} />}
      <path
        d="M52 104c0-18 18-24 34-22 6 1 9 4 14 4s8-3 14-4c16-2 34 4 34 22 0 20-20 46-48 46s-48-26-48-46z"
        fill={light}
      />
      <path d="M100 90v7m0 0c-3 6-10 6-13 1m13-1c3 6 10 6 13 1" class="line" />
      <path d="M94 84c0-3 12-3 12 0s-4 7-6 7-6-4-6-7z" fill={pink} />
      <path d="M72 132c0-9 20-9 20 0s-20 14-20 0zM128 132c0-9-20-9-20 0s20 14 20 0z" fill={shade} />
      <ellipse cx="66" cy="96" rx="9" ry="6" fill={pink} opacity="0.5" />
      <ellipse cx="134" cy="96" rx="9" ry="6" fill={pink} opacity="0.5" />
      {drawEyes(72, 24, 7)}
    </g>
  )
}

function drawHorse({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  return (
    <g>
      <path d="M58 150c2-26 10-40 24-52h36c14 12 22 26 24 52z" fill={main} />
      <path d="M66 52c-8-14-8-30-2-42 12 6 20 16 22 30zM134 52c8-14 8-30 2-42-12 6-20 16-22 30z" fill={main} />
      <path d="M70 42c-3-8-3-14-1-20 5 4 8 9 9 15zM130 42c3-8 3-14 1-20-5 4-8 9-9 15z" fill={pink} />
      <path d="M62 66c-14 10-20 30-16 54 10-6 16-18 20-30zM138 66c14 10 20 30 16 54-10-6-16-18-20-30z" fill={shade} />
      <path
        d="M60 58c0-20 18-32 40-32s40 12 40 32c0 18-8 26-10 44-2 22-10 40-30 40s-28-18-30-40c-2-18-10-26-10-44z"
        fill={main}
      />
      {variant !== 1 && <path d="M94 56c-4 18-4 32 0 46h12c4-14 4-28 0-46-2-8-10-8-12 0z" fill={light} />}
      <path d="M68 118c0-14 14-22 32-22s32 8 32 22-12 26-32 26-32-12-32-26z" fill={light} />
      <ellipse cx="87" cy="115" rx="4" ry="6" fill={dark} />
      <ellipse cx="113" cy="115" rx="4" ry="6" fill={dark} />
      <path d="M86 130c8 5 20 5 28 0" class="line" />
      <path d="M74 26c8-14 44-16 52 0-4 10-12 12-16 24-2 6-6 10-10 14-2-8-4-12-10-16-8-6-14-12-16-22z" fill={shade} />
      {drawEyes(72, 28)}
    </g>
  )
}

function drawLizard({ main, dark: shade, light }: Coat, variant: number): JSX.Element {
  const toes = [
    [58, 34],
    [46, 88],
    [116, 32],
    [128, 116],
  ] as const
  return (
    <g>
      <g stroke={shade} stroke-width="10" stroke-linecap="round" stroke-linejoin="round" fill="none">
        <path d="M76 62 58 52V36M80 78 62 96l-14-6M108 64l10-14-2-16M116 92l20 6-8 16" />
      </g>
      {toes.flatMap(([x, y]) =>
        [-8, 0, 8].map((offset) => (
          <circle key={`${x} ${offset}`} cx={x + offset} cy={y - Math.abs(offset) / -3} r="4.5" fill={shade} />
        )),
      )}
      <path
        d="M122 92c26 14 50 4 48-20-1-16-22-20-26-6-2 9 8 12 11 6"
        stroke={main}
        stroke-width="11"
        stroke-linecap="round"
        fill="none"
      />
      <path d="M66 64c10-12 40-12 56 4 12 12 12 28 0 30-20 4-50-4-56-34z" fill={main} />
      <path d="M24 66c-2-14 12-26 28-24 18 2 28 14 26 26-2 14-14 20-28 18-14 0-24-8-26-20z" fill={main} />
      {variant === 0 && (
        <g fill={light}>
          <circle cx="86" cy="68" r="5" />
          <circle cx="102" cy="72" r="6" />
          <circle cx="114" cy="84" r="5" />
          <circle cx="96" cy="86" r="4" />
        </g>
      )}
      {variant === 1 && <path d="M72 62c18-4 36 2 54 26-20-8-36-14-54-26z" fill={light} />}
      {variant === 2 && (
        <path
          d="m84 58 8-2c2 14 0 26-6 34l-6-4c5-8 6-16 4-28zm18 2 8 4c0 12-4 24-10 32l-7-2c7-10 10-20 9-34z"
          fill={shade}
        />
      )}
      {[40, 60].map((x) => (
        <g key={x}>
          <circle cx={x} cy={x === 40 ? 50 : 52} r="9" fill={light} />
          <circle cx={x - 2} cy={x === 40 ? 50 : 52} r="5" fill={dark} />
        </g>
      ))}
      <path d="M32 70c10 7 22 8 32 3" class="line" />
    </g>
  )
}

function drawPaw({ main }: Coat): JSX.Element {
  return (
    <path
      d="M100 72c20 0 38 22 38 40 0 14-12 18-22 14-10-3-22-3-32 0-10 4-22 0-22-14 0-18 18-40 38-40zM62 60c8 0 15 9 15 20s-7 18-15 18-15-8-15-19 7-19 15-19zm76 0c8 0 15 8 15 19s-7 19-15 19-15-7-15-18 7-20 15-20zM84 26c8 0 14 9 14 20s-6 19-14 19-14-8-14-19 6-20 14-20zm32 0c8 0 14 9 14 20s-6 19-14 19-14-8-14-19 6-20 14-20z"
      fill={main}
    />
  )
}
