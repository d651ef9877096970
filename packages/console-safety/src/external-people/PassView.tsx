import type { IssuedPass } from '@suoan/contract'
import { Picture } from '@suoan/ui/picture'
import { Alert, QRCode, Typography } from 'antd'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import './external-people.css'

/** A pass as it is handed out: to be printed or photographed, for its code is shown once. */
export function PassView({ pass }: { pass: IssuedPass }) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="gap-pass"
        title="通行码只显示这一次，请打印或让本人拍照保存；遗失请重新开证，旧证即时失效。"
      />
      <section className="day-pass" aria-label={`${pass.personName}的当日通行证`}>
        <h3>当日通行证</h3>
        <div className="day-pass-who">
          {pass.photo && <Picture src={fileUrl(pass.photo)} alt={`${pass.personName}的照片`} />}
          <div>
            <b>{pass.personName}</b>
            <p>{pass.company}</p>
          </div>
        </div>
        {/* Dark on light in every theme: many a scanner does not read it the other way round. */}
        <QRCode value={pass.code} size={180} color="#000000" bgColor="#ffffff" />
        <Typography.Text copyable className="day-pass-code">
          {pass.code}
        </Typography.Text>
        <p>
          有效期 <time>{pass.validFrom.slice(0, 16)}</time> 至 <time>{pass.validTo.slice(0, 16)}</time>
        </p>
      </section>
    </>
  )
}
