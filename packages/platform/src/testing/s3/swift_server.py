"""Runs OpenStack Swift with its S3 interface in one process, for tests: account, container and object server and the
proxy, on one device in a folder. Arguments: the folder. Prints `ready PORT` when it answers on 127.0.0.1. The access key
is `test:tester`, the secret `testing`. It ends when its standard input does, and its folder with it."""
import os
import shutil
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import patcher, wsgi  # noqa: E402
from swift.common import storage_policy, utils  # noqa: E402

folder = sys.argv[1]
os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write('swift.conf', """[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = one
default = yes
[swift-constraints]
max_header_size = 32768
""")
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

kinds = ('account', 'container', 'object')
sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in kinds + ('proxy',)}
ports = {kind: sockets[kind].getsockname()[1] for kind in sockets}

common = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
log_address = {folder}/no-log
workers = 0
"""
for kind in kinds:
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': ports[kind], 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
configs = {
    kind: write(f'{kind}.conf', f"""{common}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""")
    for kind in kinds
}
configs['proxy'] = write('proxy.conf', f"""{common}
[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:catch_errors]
use = egg:swift#catch_errors
""")


class Cache:
    """What memcached is to several proxies; one needs no more than this."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)


cache = Cache()


def cached(app):
    def call(environ, start_response):
        environ['swift.cache'] = cache
        return app(environ, start_response)

    return call


class Nowhere:
    def write(self, _):
        pass


for kind, config in configs.items():
    app = loadapp(config, global_conf={'log_name': kind})
    eventlet.spawn_n(
        wsgi.server, sockets[kind], cached(app), Nowhere(), protocol=SwiftHttpProtocol, capitalize_response_headers=False,
        debug=False, keepalive=True)

print('ready', ports['proxy'], flush=True)


def end_with_starter():
    while sys.stdin.buffer.read(1):
        pass
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


# A thread of the system's own: a green one would hold everything up.
patcher.original('threading').Thread(target=end_with_starter, daemon=True).start()
while True:
    eventlet.sleep(3600)
