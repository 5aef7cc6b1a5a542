# A server that speaks S3, with the bucket `bucket`: prints its URL, and ends when its input ends.
import sys

import boto3
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
boto3.client("s3", endpoint_url=url).create_bucket(Bucket="bucket")
print(url, flush=True)
sys.stdin.read()
server.stop()
