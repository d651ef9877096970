import { CheckOutlined, LockOutlined } from '@ant-design/icons'
import type { SetupStep } from '@suoan/contract'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { leavesOf, menuEntries } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import './setup.css'
import { setupTexts } from './setup-texts.ts'

/** The steps in their order; the first that is open has the one primary button. */
export function SetupSteps({ steps }: { steps: readonly SetupStep[] }) {
  const next = steps.find(({ state }) => state === 'open')
  return (
    <ol className="setup-steps">
      {steps.map((step, index) => (
        <Step key={step.key} step={step} number={index + 1} isNext={step === next} />
      ))}
    </ol>
  )
}

function Step({ step, number, isNext }: { step: SetupStep; number: number; isNext: boolean }) {
  const { title, purpose } = setupTexts[step.key]
  const kind = isNext ? 'next' : step.state
  return (
    <li className={`setup-step setup-${kind}`} aria-current={isNext ? 'step' : undefined}>
      <span className="setup-mark" aria-hidden>
        {step.state === 'done' ? <CheckOutlined /> : step.state === 'hidden' ? <LockOutlined /> : number}
      </span>
      <div className="setup-words">
        <div className="setup-title">
          <h4>{title}</h4>
          <span>{stateText(step, isNext)}</span>
          {step.figures
            // None of something is said below, as what is missing.
            .filter(({ count }) => count > 0)
            .map(({ name, count }) => (
              <span key={name}>
                {name} <b>{count.toLocaleString('zh-CN')}</b>
              </span>
            ))}
        </div>
        {step.state === 'hidden' ? (
          <p>您没有查看这一步数据的权限，请联系有权限的管理员完成。</p>
        ) : (
          step.state === 'open' && <p>{purpose}</p>
        )}
        {step.lacks.length > 0 && (
          <p className="setup-lacks">
            <b>还缺</b> {step.lacks.join('、')}
          </p>
        )}
      </div>
      {step.state !== 'hidden' && <Links step={step} isNext={isNext} />}
    </li>
  )
}

const stateText = ({ state }: SetupStep, isNext: boolean): string => {
  if (state === 'done') return '已完成'
  if (state === 'hidden') return '无权查看'
  return isNext ? '下一步' : '待完成'
}

/** The pages of the step that this person has, under the names they have in his menu. */
function Links({ step: { key, state }, isNext }: { step: SetupStep; isNext: boolean }) {
  const navigate = useNavigate()
  const menu = useSession((session) => session.permissions?.menu)
  const titles = useMemo(
    () => new Map(leavesOf(menuEntries(menu ?? [])).map((leaf) => [leaf.key, leaf.title])),
    [menu],
  )
  const pages = setupTexts[key].pages.filter((page) => titles.has(page))
  if (pages.length === 0)
    return state === 'open' ? (
      <p className="setup-links">您的菜单里没有这一步的页面，请联系管理员开通。</p>
    ) : null
  return (
    <div className="setup-links">
      {pages.map((page, index) => (
        <Button
          key={page}
          type={isNext && index === 0 ? 'primary' : isNext ? 'default' : 'link'}
          onClick={() => void navigate(page)}
        >
          {titles.get(page)}
        </Button>
      ))}
    </div>
  )
}
