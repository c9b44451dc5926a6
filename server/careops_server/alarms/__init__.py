"""What a super admin should look at in the installation itself."""
