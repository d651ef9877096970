import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { systemClock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { RequestFailure, staleCode } from '@suoan/console-base/request/failure.ts'
import { showRefusal } from '@suoan/console-base/refusal/show-refusal.tsx'
import { forgetDirtyTab, useDirty } from '@suoan/console-base/tabs/dirty-tabs.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { TabKey } from '@suoan/console-base/tabs/tab-key.ts'
import { detailQuery, ticketKey } from '../ticket-queries.ts'
import { differingParts, draftOf, draftProblems, wireDraft } from './draft-model.ts'
import type { Draft } from './draft-model.ts'

/** A draft is kept by itself this long after the last change, once it has been saved for the first time. */
const autosaveMs = 5_000

/** The draft on the screen: its changes, saving by hand and by itself, and what to do when somebody else was faster. */
export function useDraft(initial: Draft, stored: TicketDetail | null, onFirstSave: (id: string) => void) {
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(stored ? initial : null)
  // What the server has, for saves that follow each other faster than the screen is drawn.
  const kept = useRef({ revision: stored?.ticket.revision, text: stored ? JSON.stringify(initial) : '' })
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [showProblems, setShowProblems] = useState(false)
  const client = useQueryClient()
  const tab = useContext(TabKey)
  const id = stored?.ticket.id
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved ?? initial)
  const problems = draftProblems(draft)
  useDirty(isDirty)

  /** Gives the ticket's id, or null when it could not be kept. One save at a time: the next waits for the one before. */
  const save = (how: 'press' | 'auto'): Promise<string | null> => {
    const turn = queue.current.then(() => saveNow(how))
    queue.current = turn.catch(() => null)
    return turn
  }
  const saveNow = async (how: 'press' | 'auto'): Promise<string | null> => {
    if (Object.keys(problems).length > 0) {
      setShowProblems(true)
      if (how === 'press') void feedback().message.warning(Object.values(problems)[0])
      return null
    }
    const text = JSON.stringify(draft)
    // The save before this one has already taken it along.
    if (id && text === kept.current.text) {
      if (how === 'press') void feedback().message.success('草稿已保存')
      return id
    }
    setSaving(true)
    try {
      const input = {
        ...wireDraft(draft),
        clientOpId: newUlid(),
        ...(id ? { id, revision: kept.current.revision } : {}),
      }
      const detail = await call(tickets.saveDraft, input, { quiet: true })
      client.setQueryData(detailQuery(detail.ticket.id).queryKey, detail)
      void client.invalidateQueries({ queryKey: [...ticketKey, 'list'] })
      setSaved(draft)
      kept.current = { revision: detail.ticket.revision, text }
      setSavedAt(systemClock.now())
      if (how === 'press') void feedback().message.success('草稿已保存')
      if (!id) {
        forgetDirtyTab(tab)
        onFirstSave(detail.ticket.id)
      }
      return detail.ticket.id
    } catch (error) {
      if (error instanceof RequestFailure && error.code === staleCode && id) await resolveStale(id)
      else if (how === 'press') await showRefusal(error)
      else if (!(error instanceof RequestFailure)) throw error
      return null
    } finally {
      setSaving(false)
    }
  }

  /** Somebody else has changed the ticket: shows where the two differ and lets the person choose. */
  const resolveStale = async (ticketId: string) => {
    const theirs = await call(tickets.detail, { id: ticketId })
    const parts = differingParts(draft, draftOf(theirs))
    feedback().modal.confirm({
      title: '此票已被他人修改',
      content:
        parts.length > 0 ? `与您的内容不同：${parts.join('、')}` : '内容相同，仅版本不同，可直接载入最新版本',
      okText: '载入最新',
      cancelText: '用我的内容覆盖',
      mask: { closable: false },
      keyboard: false,
      transitionName: '',
      maskTransitionName: '',
      onOk: () => {
        const next = draftOf(theirs)
        setDraft(next)
        setSaved(next)
        kept.current = { revision: theirs.ticket.revision, text: JSON.stringify(next) }
      },
      onCancel: () => {
        kept.current = { revision: theirs.ticket.revision, text: '' }
        void saveLater()
      },
    })
  }
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  const saveLater = () => latestSave.current('press')
  const autosave = useEffectEvent(() => {
    void save('auto')
  })
  const draftText = JSON.stringify(draft)
  useEffect(() => {
    if (!id || !isDirty) return
    const timer = setTimeout(autosave, autosaveMs)
    return () => clearTimeout(timer)
  }, [id, isDirty, draftText])

  return {
    id,
    draft,
    patch: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    isDirty,
    saving,
    savedAt,
    save,
    problems: showProblems ? problems : {},
    /** Leaves without keeping: the tab no longer asks. */
    forget: () => forgetDirtyTab(tab),
  }
}

export type DraftState = ReturnType<typeof useDraft>

/** What a step of the editor is given. */
export interface StepProps {
  readonly draft: Draft
  patch(change: Partial<Draft>): void
  readonly problems: Readonly<Partial<Record<keyof Draft, string>>>
}
