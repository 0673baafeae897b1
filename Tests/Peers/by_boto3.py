"""boto3 as a client of our pool: the checks of challenges, then those of operations."""

# Each has its checks join the group, in this order.
import boto3_challenges  # noqa: F401
import boto3_operations  # noqa: F401
import boto3_sessions  # noqa: F401
import boto3_signatures  # noqa: F401
import boto3_directory  # noqa: F401
import boto3_admin  # noqa: F401
from boto3_world import GROUP  # noqa: F401
